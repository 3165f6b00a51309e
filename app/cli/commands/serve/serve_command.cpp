// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "app/cli/commands/serve/serve.h"
#include "app/cli/options.h"

#include <CLI/CLI.hpp>

#include <memory>

namespace sandbench::cli {
namespace {

constexpr const char* kServeFooter
    = R"help(The API's document is at /openapi.json, to read and try at /docs; a page to run code is at /ui;
models call /mcp. On a loopback address its own user may do everything unless --require-token, and
other users of the machine may read and run; on any other address a token is always needed, see
'sandbenchctl token'. A network takes the scope network, or --network. Without a certificate tokens travel in
clear text: put a proxy with TLS in front, or give --cert and --key.

The first SIGTERM or SIGINT makes /ready say 503 for the time of --drain, and then lets calls and runs end for
the time of --grace; the second one stops them.
Sockets of systemd (LISTEN_FDS) are used instead of --address and --port.

Examples:
  sandbenchctl serve
  sandbenchctl serve --address 0.0.0.0 --port 8443 --cert cert.pem --key key.pem
  curl -s localhost:8080/execute -d '{"lang": "python", "code": "print(6 * 7)"}'

Exit status: 0 after a signal, 2 for wrong usage and for a port that is taken, 125 otherwise.)help";

} // namespace

void addServeCommand(CLI::App& root, Action& chosen)
{
    const auto options = std::make_shared<ServeOptions>();
    CLI::App* command = addSubcommand(
        root, options, chosen, "serve", "Offer sandboxes to programs and models over HTTP", serve);
    one(*command, "--address", options->address, "ADDRESS",
        "Numeric, such as 0.0.0.0 or :: for all (default: 127.0.0.1)");
    one(*command, "--port,-p", options->port, "PORT", "0 for any that is free (default: 8080)");
    one(*command, "--cert", options->certificate, "FILE", "Speak TLS: certificate chain, PEM");
    one(*command, "--key", options->key, "FILE", "The certificate's key, PEM");
    command->add_flag("--require-token", options->needsToken, "Also on a loopback address");
    one(*command, "--sandboxes", options->mostSandboxes, "N",
        "Most sandboxes at the same time of who calls without a token, one-shot ones too; 0 for "
        "any number (default: 16)");
    one(*command, "--runs", options->mostRuns, "N",
        "The same: most runs; those of tokens are 'sandbenchctl token create''s (default: 32)");
    one(*command, "--ready", options->ready, "N",
        "Keep so many sandboxes open before anybody asks, as those whose caller says nothing; for "
        "others see pools in settings.json, and POST /pools (default: 0)");
    one(*command, "--state", options->state, "DIR",
        "Where the history of runs and what is kept of sandboxes are (default: sandbench in "
        "XDG_STATE_HOME)");
    one(*command, "--tokens", options->tokens, "FILE",
        "Where tokens are (default: tokens.json there)");
    many(
        *command, "--allow-host", options->hosts, "NAME",
        "A name that clients call the server by, besides localhost and this machine's; * for any, "
        "and then a token is needed");
    many(
        *command, "--allow-origin", options->origins, "ORIGIN",
        "Pages that may call it, such as https://app.example; * for any, and then a token is "
        "needed (default: its own only)");
    one(*command, "--audit", options->audit, "FILE",
        "Note who called what, one line of JSON each, without secrets");
    one(*command, "--otlp", options->otlp, "URL",
        "Send traces there by OTLP over HTTP, such as to http://127.0.0.1:4318 (default: what "
        "OTEL_EXPORTER_OTLP_ENDPOINT says, else nowhere)");
    one(*command, "--connections", options->connections, "N",
        "Most connections at the same time (default: 20000)");
    one(*command, "--connections-per-address", options->connectionsPerAddress, "N",
        "Of these, from one address, or one network of IPv6; 0 for any number (default: half)");
    one(*command, "--drain", options->drain, "SECONDS",
        "How long it goes on after the first signal, while /ready says 503, until a load balancer "
        "has noticed (default: 0)");
    one(*command, "--grace", options->grace, "SECONDS",
        "How long calls and runs may go on after that (default: 10)");
    one(*command, "--engine,-e", options->sandboxes.engine, "ENGINE",
        "Of sandboxes whose caller names none, and whose --connection it is (default: local)");
    one(*command, "--image", options->sandboxes.image, "IMAGE",
        "Of sandboxes whose caller names none");
    one(*command, "--size", options->sandboxes.size, "SIZE", "The same: memory and CPUs, by name");
    one(*command, "--policy", options->sandboxes.policy, "POLICY",
        "The same: what every program is held against, by its name");
    one(*command, "--connection", options->sandboxes.connection, "NAME",
        "How to reach the engine: a connection's name or its address");
    addRuleOptions(*command, options->sandboxes);
    addJson(*command, options->json, "Print one JSON object when it is ready");
    command->footer(kServeFooter);
}

} // namespace sandbench::cli
