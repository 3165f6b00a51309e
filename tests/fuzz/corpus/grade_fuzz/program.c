int main(void) {
    /* "a" */ char c = '\\''; // x
    return c + 3.5e1;
}
