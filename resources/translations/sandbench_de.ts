<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="de" sourcelanguage="en">
<context>
    <name>ChoiceSummary</name>
    <message>
        <source>none</source>
        <translation>keins</translation>
    </message>
    <message>
        <source>%1 until the packages are installed</source>
        <translation>%1, bis die Pakete installiert sind</translation>
    </message>
    <message>
        <source>A sandbox of the engine %1</source>
        <translation>Eine Sandbox der Engine %1</translation>
    </message>
    <message>
        <source>%1 in %2</source>
        <translation>%1 in %2</translation>
    </message>
    <message>
        <source>%1 with %2; network: %3.</source>
        <translation>%1; Grenzen: %2; Netzwerk: %3.</translation>
    </message>
    <message>
        <source>⚠ Relaxed: network %1</source>
        <translation>⚠ Gelockert: Netzwerk %1</translation>
    </message>
    <message>
        <source>⚠ Relaxed: programs may change the files of the image</source>
        <translation>⚠ Gelockert: Programme dürfen die Dateien des Images ändern</translation>
    </message>
    <message>
        <source>⚠ Relaxed: programs are root inside the container</source>
        <translation>⚠ Gelockert: Programme sind root im Container</translation>
    </message>
    <message>
        <source>Programs run as the user %1</source>
        <translation>Programme laufen als Benutzer %1</translation>
    </message>
    <message>
        <source>⚠ Relaxed: programs may change %1, at %2</source>
        <translation>⚠ Gelockert: Programme dürfen %1 ändern, unter %2</translation>
    </message>
    <message>
        <source>⚠ Relaxed: programs can read %1, at %2</source>
        <translation>⚠ Gelockert: Programme können %1 lesen, unter %2</translation>
    </message>
    <message>
        <source>⚠ Relaxed: %1 %2</source>
        <translation>⚠ Gelockert: %1 %2</translation>
    </message>
    <message>
        <source>What isolates it is being checked…</source>
        <translation>Es wird geprüft, was sie isoliert…</translation>
    </message>
    <message>
        <source>Nothing can be opened there now.</source>
        <translation>Dort kann jetzt nichts geöffnet werden.</translation>
    </message>
    <message>
        <source>the context&apos;s namespace</source>
        <translation>der Namespace des Kontexts</translation>
    </message>
    <message>
        <source>the namespace %1</source>
        <translation>der Namespace %1</translation>
    </message>
    <message>
        <source>The pod %1 in %2, as it is; programs and files go away at the end.</source>
        <translation>Der Pod %1 in %2, wie er ist; Programme und Dateien verschwinden am Ende.</translation>
    </message>
    <message>
        <source>the pod&apos;s</source>
        <translation>das des Pods</translation>
    </message>
    <message>
        <source>the pod&apos;s until the packages are installed</source>
        <translation>das des Pods, bis die Pakete installiert sind</translation>
    </message>
    <message>
        <source>A pod of %1 in %2 with %3; network: %4.</source>
        <translation>Ein Pod aus %1 in %2; Grenzen: %3; Netzwerk: %4.</translation>
    </message>
    <message>
        <source>the default image</source>
        <translation>das Standard-Image</translation>
    </message>
    <message>
        <source>⚠ Connection: %1</source>
        <translation>⚠ Verbindung: %1</translation>
    </message>
    <message>
        <source>There can be no such pod.</source>
        <translation>Einen solchen Pod kann es nicht geben.</translation>
    </message>
</context>
<context>
    <name>Guide</name>
    <message>
        <source>The sandboxes of this window. Programs run in the one that is chosen. Below the list stands what isolates it, and what is missing of that.</source>
        <translation>Die Sandboxen dieses Fensters. Programme laufen in der gewählten. Unter der Liste steht, was sie isoliert und was davon fehlt.</translation>
    </message>
    <message>
        <source>What programs drew or left as a result: pictures, charts, tables, documents. The newest is large, all of the session are in the strip below.</source>
        <translation>Was Programme gezeichnet oder als Ergebnis hinterlassen haben: Bilder, Diagramme, Tabellen, Dokumente. Das neueste ist groß zu sehen, alle der Sitzung im Streifen darunter.</translation>
    </message>
    <message>
        <source>What programs print, while they print it, one section for each run. While a program runs, the line below is its standard input.</source>
        <translation>Was Programme ausgeben, während sie es ausgeben, ein Abschnitt für jeden Lauf. Während ein Programm läuft, ist die Zeile darunter seine Standardeingabe.</translation>
    </message>
    <message>
        <source>What a policy thinks of the code before it runs, with reasons. A policy that is chosen here also holds runs. It is advice: the sandbox is what contains a program.</source>
        <translation>Was eine Richtlinie vor dem Lauf vom Code hält, mit Begründung. Eine hier gewählte Richtlinie hält Läufe auch auf. Sie ist ein Rat: Ein Programm im Zaum hält die Sandbox.</translation>
    </message>
    <message>
        <source>Installs packages into the chosen session. A network for that is taken away before the first program runs.</source>
        <translation>Installiert Pakete in die gewählte Sitzung. Ein Netzwerk dafür wird entfernt, bevor das erste Programm läuft.</translation>
    </message>
    <message>
        <source>Every run of this user, whichever program ran it: found by words of program, output and review, opened, run again, and compared with another one.</source>
        <translation>Alle Läufe dieses Benutzers, gleich welches Programm sie ausgeführt hat: nach Wörtern aus Programm, Ausgabe und Bewertung gefunden, geöffnet, erneut ausgeführt und mit einem anderen verglichen.</translation>
    </message>
    <message>
        <source>What the last run did: files written, programs started, addresses tried, calls refused, and what could not be seen.</source>
        <translation>Was der letzte Lauf getan hat: geschriebene Dateien, gestartete Programme, versuchte Adressen, verweigerte Aufrufe und was nicht zu sehen war.</translation>
    </message>
    <message>
        <source>What a run changed in the copy of a folder. Your folder stays as it is until you apply a change here.</source>
        <translation>Was ein Lauf in der Kopie eines Ordners geändert hat. Der Ordner selbst bleibt, wie er ist, bis eine Änderung hier angewendet wird.</translation>
    </message>
    <message>
        <source>Inputs and what is expected of them, tried with each of the open programs: which answer passes which check.</source>
        <translation>Eingaben und was dafür erwartet wird, mit jedem der offenen Programme ausprobiert: welche Antwort welche Prüfung besteht.</translation>
    </message>
    <message>
        <source>What selections and lines that were run have left in the chosen session&apos;s Python: names, types, sizes and values, and all about the one that is current.</source>
        <translation>Was ausgeführte Auswahlen und Zeilen im Python der gewählten Sitzung hinterlassen haben: Namen, Typen, Größen und Werte, und alles über die aktuelle Variable.</translation>
    </message>
    <message>
        <source>The last run in a few lines: how it ended, what was found before, what it did, and what you think of it, which is kept with the run.</source>
        <translation>Der letzte Lauf in wenigen Zeilen: wie er endete, was vorher gefunden wurde, was er getan hat und wie er bewertet wird; die Bewertung wird mit dem Lauf aufbewahrt.</translation>
    </message>
    <message>
        <source>Runs the text of this document, as it is in the editor, in the chosen session; opens a sandbox first where there is none.</source>
        <translation>Führt den Text dieses Dokuments, so wie er im Editor steht, in der gewählten Sitzung aus; öffnet zuvor eine Sandbox, wo keine ist.</translation>
    </message>
    <message>
        <source>Ends what runs. Each press is stronger: interrupt, terminate, kill, and at last the sandbox is destroyed.</source>
        <translation>Beendet, was läuft. Jeder Druck ist stärker: unterbrechen, beenden, Ende erzwingen, und zuletzt wird die Sandbox zerstört.</translation>
    </message>
    <message>
        <source>Runs what ran last, with the same text, whichever document is shown now.</source>
        <translation>Führt erneut aus, was zuletzt lief, mit demselben Text, gleich welches Dokument jetzt zu sehen ist.</translation>
    </message>
    <message>
        <source>An empty document in the language that the tool bar shows.</source>
        <translation>Ein leeres Dokument in der Sprache, die die Werkzeugleiste zeigt.</translation>
    </message>
    <message>
        <source>Opens programs. Of an answer of a language model, a notebook or an exported conversation, its programs become documents.</source>
        <translation>Öffnet Programme. Aus der Antwort eines Sprachmodells, einem Notebook oder einer exportierten Unterhaltung werden die Programme zu Dokumenten.</translation>
    </message>
    <message>
        <source>Writes the document to its file. What was not saved comes back after a crash.</source>
        <translation>Schreibt das Dokument in seine Datei. Was nicht gespeichert war, kommt nach einem Absturz zurück.</translation>
    </message>
    <message>
        <source>The language that the document runs as. It follows the ending of the document&apos;s name.</source>
        <translation>Die Sprache, in der das Dokument ausgeführt wird. Sie folgt der Endung des Dokumentnamens.</translation>
    </message>
    <message>
        <source>A run that takes longer is stopped, with everything that it started.</source>
        <translation>Ein Lauf, der länger dauert, wird angehalten, mit allem, was er gestartet hat.</translation>
    </message>
    <message>
        <source>The functions, types, cells and headings of the current document. It follows the caret; Enter goes to what is chosen.</source>
        <translation>Die Funktionen, Typen, Zellen und Überschriften des aktuellen Dokuments. Sie folgt der Schreibmarke; Enter geht zum Gewählten.</translation>
    </message>
    <message>
        <source>Asks a language model. What is sent stands here as a whole, with where it goes; nothing is sent before Send is pressed.</source>
        <translation>Fragt ein Sprachmodell. Was gesendet wird, steht hier als Ganzes, und wohin es geht; nichts wird gesendet, bevor Senden gedrückt wird.</translation>
    </message>
    <message>
        <source>The images of every engine: what they are and who uses them. Pull, build, export and remove them, or open a session from one.</source>
        <translation>Die Images aller Engines: was sie sind und wer sie benutzt. Hier werden sie geholt, gebaut, exportiert und entfernt, oder eine Sitzung aus einem geöffnet.</translation>
    </message>
    <message>
        <source>A shell in the sandbox of the chosen session. Every key is the shell's but those with Ctrl+Shift and the one that leads here, which also leads out.</source>
        <translation>Eine Shell in der Sandbox der gewählten Sitzung. Jede Taste gehört der Shell, außer denen mit Strg+Umschalt und der, die hierher führt und auch wieder hinaus.</translation>
    </message>
    <message>
        <source>The files of the chosen session: look into them, edit them in place, bring files in, save them on this machine. What changed since the session began is marked.</source>
        <translation>Die Dateien der gewählten Sitzung: ansehen, an Ort und Stelle bearbeiten, Dateien hineinbringen, auf diesem Rechner speichern. Was sich seit Beginn der Sitzung geändert hat, ist gekennzeichnet.</translation>
    </message>
    <message>
        <source>The open programs run on several engines, in several images and sizes, each time in a fresh sandbox: how each ended, and what came to something else.</source>
        <translation>Die offenen Programme laufen auf mehreren Engines, in mehreren Images und Größen, jedes Mal in einer frischen Sandbox: wie jedes endete, und was anders ausging.</translation>
    </message>
    <message>
        <source>The steps of a Python program that was run step by step: its line, its variables and what it had printed, forwards and back without running it again.</source>
        <translation>Die Schritte eines Python-Programms, das Schritt für Schritt gelaufen ist: seine Zeile, seine Variablen und was es ausgegeben hatte, vorwärts und zurück, ohne dass es noch einmal läuft.</translation>
    </message>
    <message>
        <source>A lesson, step by step: what to read, a program to run, a prediction, and what its checks say of the run.</source>
        <translation>Eine Lektion, Schritt für Schritt: was zu lesen ist, ein Programm zum Ausführen, eine Vorhersage, und was ihre Prüfungen zum Lauf sagen.</translation>
    </message>
    <message>
        <source>Shows the step before this one, with what you predicted there.</source>
        <translation>Zeigt den Schritt vor diesem, mit dem, was Sie dort vorhergesagt haben.</translation>
    </message>
    <message>
        <source>Runs the step's program as it stands in the editor, with the step's input, files and limits, and holds it against the step's checks.</source>
        <translation>Führt das Programm des Schritts aus, wie es im Editor steht, mit Eingabe, Dateien und Grenzen des Schritts, und prüft den Lauf.</translation>
    </message>
    <message>
        <source>Shows the next step, and its program in the editor. What you changed in this one stays open.</source>
        <translation>Zeigt den nächsten Schritt und sein Programm im Editor. Was Sie in diesem geändert haben, bleibt offen.</translation>
    </message>
    <message>
        <source>Brings back the step's own program, and forgets your prediction and the verdict. Undo brings your text back.</source>
        <translation>Bringt das eigene Programm des Schritts zurück und vergisst Ihre Vorhersage und das Urteil. Rückgängig bringt Ihren Text zurück.</translation>
    </message>
    <message>
        <source>Opens the program as it should be in a document of its own, beside yours.</source>
        <translation>Öffnet das Programm, wie es sein soll, in einem eigenen Dokument neben Ihrem.</translation>
    </message>
    <message>
        <source>What a class handed in, graded by tests, each submission in a sandbox of its own: points, code, output, what differs, and which submissions are similar.</source>
        <translation>Was eine Klasse abgegeben hat, mit Tests bewertet, jede Abgabe in einer eigenen Sandbox: Punkte, Code, Ausgabe, was abweicht, und welche Abgaben sich ähneln.</translation>
    </message>
    <message>
        <source>Many programs, a line of a file each, every one in a sandbox of its own: how far they are, those that did not pass, and what came of each.</source>
        <translation>Viele Programme, je Zeile einer Datei eines, jedes in einer eigenen Sandbox: wie weit sie sind, was nicht bestand, und was aus jedem wurde.</translation>
    </message>
</context>
<context>
    <name>Isolation</name>
    <message>
        <source>Relaxed: %1</source>
        <translation>Gelockert: %1</translation>
    </message>
    <message>
        <source>Missing: %1 — %2</source>
        <translation>Fehlt: %1 — %2</translation>
    </message>
    <message>
        <source>✓ Isolated by: %1</source>
        <translation>✓ Isoliert durch: %1</translation>
    </message>
    <message>
        <source>%1 of memory</source>
        <translation>%1 Speicher</translation>
    </message>
    <message>
        <source>all the memory</source>
        <translation>aller Speicher</translation>
    </message>
    <message>
        <source>CPUs: %1</source>
        <translation>CPUs: %1</translation>
    </message>
    <message>
        <source>all CPUs</source>
        <translation>alle CPUs</translation>
    </message>
    <message>
        <source>%1 processes</source>
        <translation>%1 Prozesse</translation>
    </message>
    <message>
        <source>any number of processes</source>
        <translation>beliebig viele Prozesse</translation>
    </message>
    <message>
        <source>%1 of disk</source>
        <translation>%1 Plattenplatz</translation>
    </message>
    <message>
        <source>all the disk</source>
        <translation>der ganze Plattenplatz</translation>
    </message>
</context>
<context>
    <name>QObject</name>
    <message>
        <source>interactive plots run without WebEngine&apos;s own sandbox: %1</source>
        <translation>Interaktive Diagramme laufen ohne die eigene Sandbox von WebEngine: %1</translation>
    </message>
</context>
<context>
    <name>SaveFile</name>
    <message>
        <source>%1 could not be saved: %2. Choose another place.</source>
        <translation>%1 konnte nicht gespeichert werden: %2. Einen anderen Ort wählen.</translation>
    </message>
</context>
<context>
    <name>Settings</name>
    <message>
        <source>Appearance</source>
        <translation>Aussehen</translation>
    </message>
    <message>
        <source>Editor</source>
        <translation>Editor</translation>
    </message>
    <message>
        <source>Output</source>
        <translation>Ausgabe</translation>
    </message>
    <message>
        <source>Plots</source>
        <translation>Diagramme</translation>
    </message>
    <message>
        <source>Sessions</source>
        <translation>Sitzungen</translation>
    </message>
    <message>
        <source>Documents</source>
        <translation>Dokumente</translation>
    </message>
    <message>
        <source>As the desktop</source>
        <translation>Wie der Desktop</translation>
    </message>
    <message>
        <source>Light</source>
        <translation>Hell</translation>
    </message>
    <message>
        <source>Dark</source>
        <translation>Dunkel</translation>
    </message>
    <message>
        <source>High contrast</source>
        <translation>Hoher Kontrast</translation>
    </message>
    <message>
        <source>As the theme</source>
        <translation>Wie das Farbschema</translation>
    </message>
    <message>
        <source>White</source>
        <translation>Weiß</translation>
    </message>
    <message>
        <source>Checker</source>
        <translation>Kariert</translation>
    </message>
    <message>
        <source>Theme</source>
        <translation>Farbschema</translation>
    </message>
    <message>
        <source>The colours of the whole window.</source>
        <translation>Die Farben des ganzen Fensters.</translation>
    </message>
    <message>
        <source>Language</source>
        <translation>Sprache</translation>
    </message>
    <message>
        <source>The language of menus and messages, from the next start of the window on.</source>
        <translation>Die Sprache von Menüs und Meldungen, ab dem nächsten Start des Fensters.</translation>
    </message>
    <message>
        <source>Font of code and output</source>
        <translation>Schrift von Code und Ausgabe</translation>
    </message>
    <message>
        <source>A font whose letters all have one width.</source>
        <translation>Eine Schrift, deren Zeichen alle gleich breit sind.</translation>
    </message>
    <message>
        <source>Text size of code and output</source>
        <translation>Schriftgröße von Code und Ausgabe</translation>
    </message>
    <message>
        <source>Zoom In and Zoom Out add to it until the window closes.</source>
        <translation>„Vergrößern“ und „Verkleinern“ ändern sie, bis das Fenster geschlossen wird.</translation>
    </message>
    <message>
        <source> pt</source>
        <translation> pt</translation>
    </message>
    <message>
        <source>as the desktop</source>
        <translation>wie der Desktop</translation>
    </message>
    <message>
        <source>Tab width</source>
        <translation>Tabulatorbreite</translation>
    </message>
    <message>
        <source>How many columns a tab takes, and a step of indentation.</source>
        <translation>Wie viele Spalten ein Tabulator und eine Einrückungsstufe einnehmen.</translation>
    </message>
    <message>
        <source>Insert spaces</source>
        <translation>Leerzeichen einfügen</translation>
    </message>
    <message>
        <source>The Tab key inserts spaces instead of a tab.</source>
        <translation>Die Tabulatortaste fügt Leerzeichen statt eines Tabulators ein.</translation>
    </message>
    <message>
        <source>Wrap long lines</source>
        <translation>Lange Zeilen umbrechen</translation>
    </message>
    <message>
        <source>Lines that do not fit go on below.</source>
        <translation>Zeilen, die nicht hineinpassen, gehen darunter weiter.</translation>
    </message>
    <message>
        <source>Line numbers</source>
        <translation>Zeilennummern</translation>
    </message>
    <message>
        <source>Beside the code.</source>
        <translation>Neben dem Code.</translation>
    </message>
    <message>
        <source>Show blanks</source>
        <translation>Leerraum anzeigen</translation>
    </message>
    <message>
        <source>Spaces are drawn as dots and tabs as arrows.</source>
        <translation>Leerzeichen werden als Punkte und Tabulatoren als Pfeile gezeichnet.</translation>
    </message>
    <message>
        <source>Mark the current line</source>
        <translation>Aktuelle Zeile hervorheben</translation>
    </message>
    <message>
        <source>The line of the cursor has another background.</source>
        <translation>Die Zeile mit der Schreibmarke hat einen anderen Hintergrund.</translation>
    </message>
    <message>
        <source>Lines of output that do not fit go on below; as Wrap in the panel does.</source>
        <translation>Ausgabezeilen, die nicht hineinpassen, gehen darunter weiter, wie mit „Umbrechen“ im Panel.</translation>
    </message>
    <message>
        <source>Background of pictures</source>
        <translation>Hintergrund von Bildern</translation>
    </message>
    <message>
        <source>What is seen through transparent parts.</source>
        <translation>Was durch durchsichtige Stellen zu sehen ist.</translation>
    </message>
    <message>
        <source>Ask before a session opens</source>
        <translation>Vor dem Öffnen einer Sitzung fragen</translation>
    </message>
    <message>
        <source>The first run asks what kind of sandbox it gets, once one was chosen.</source>
        <translation>Der erste Lauf fragt, was für eine Sandbox er bekommt, auch wenn schon einmal eine gewählt wurde.</translation>
    </message>
    <message>
        <source>Open a session at start</source>
        <translation>Beim Start eine Sitzung öffnen</translation>
    </message>
    <message>
        <source>The first run need not wait for its sandbox, unless you are asked first.</source>
        <translation>Der erste Lauf muss nicht auf seine Sandbox warten, sofern nicht zuerst gefragt wird.</translation>
    </message>
    <message>
        <source>Show an example at start</source>
        <translation>Beim Start ein Beispiel zeigen</translation>
    </message>
    <message>
        <source>When no file is opened and nothing was left unsaved; else the window says what can be done.</source>
        <translation>Wenn keine Datei geöffnet wird und nichts ungespeichert geblieben ist; sonst sagt das Fenster, was sich tun lässt.</translation>
    </message>
    <message>
        <source>Keep unsaved text after</source>
        <translation>Ungespeicherten Text aufbewahren nach</translation>
    </message>
    <message>
        <source>How long a change may wait until it would come back after a crash.</source>
        <translation>Wie lange es dauern darf, bis eine Änderung nach einem Absturz wiederkommen würde.</translation>
    </message>
    <message>
        <source> s</source>
        <translation> s</translation>
    </message>
    <message>
        <source>may be true or false</source>
        <translation>erlaubt ist true oder false</translation>
    </message>
    <message>
        <source>may be a whole number from %1 to %2</source>
        <translation>erlaubt ist eine ganze Zahl von %1 bis %2</translation>
    </message>
    <message>
        <source>may be one of %1</source>
        <translation>erlaubt ist eins von %1</translation>
    </message>
    <message>
        <source>may be the name of a font</source>
        <translation>erlaubt ist der Name einer Schrift</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>Modell</translation>
    </message>
    <message>
        <source>Server of a language model</source>
        <translation>Server eines Sprachmodells</translation>
    </message>
    <message>
        <source>The URL of an API like OpenAI&apos;s, usually up to /v1. Ask a Model and Repair with a Model ask it; without one they are off. Its key is asked for when it is needed.</source>
        <translation>Die URL einer Schnittstelle wie der von OpenAI, meist bis /v1. „Modell fragen“ und „Mit einem Modell reparieren“ fragen sie; ohne sie sind beide aus. Nach ihrem Schlüssel wird gefragt, wenn er gebraucht wird.</translation>
    </message>
    <message>
        <source>Which of its models is asked, as the server calls it.</source>
        <translation>Welches seiner Modelle gefragt wird, so wie der Server es nennt.</translation>
    </message>
    <message>
        <source>may be a text</source>
        <translation>darf ein Text sein</translation>
    </message>
    <message>
        <source>New sandboxes</source>
        <translation>Neue Sandboxen</translation>
    </message>
    <message>
        <source>History</source>
        <translation>Verlauf</translation>
    </message>
    <message>
        <source>Embedded</source>
        <translation>Eingebettet</translation>
    </message>
    <message>
        <source>None</source>
        <translation>Keines</translation>
    </message>
    <message>
        <source>Strict</source>
        <translation>Streng</translation>
    </message>
    <message>
        <source>Standard</source>
        <translation>Standard</translation>
    </message>
    <message>
        <source>Permissive</source>
        <translation>Großzügig</translation>
    </message>
    <message>
        <source>Engine</source>
        <translation>Engine</translation>
    </message>
    <message>
        <source>What makes a sandbox where nothing else is said, in all programs from their next start on.</source>
        <translation>Was eine Sandbox bereitstellt, wo nichts anderes gesagt ist, in allen Programmen ab ihrem nächsten Start.</translation>
    </message>
    <message>
        <source>Profile</source>
        <translation>Profil</translation>
    </message>
    <message>
        <source>How much a sandbox may do where nothing else is said, in all programs from their next start on.</source>
        <translation>Wie viel eine Sandbox darf, wo nichts anderes gesagt ist, in allen Programmen ab ihrem nächsten Start.</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>Speicher</translation>
    </message>
    <message>
        <source>Of a sandbox, swap included, where nothing else is said, in all programs from their next start on.</source>
        <translation>Einer Sandbox samt Auslagerung, wo nichts anderes gesagt ist, in allen Programmen ab ihrem nächsten Start.</translation>
    </message>
    <message>
        <source>Runs</source>
        <translation>Läufe</translation>
    </message>
    <message>
        <source>How many runs are kept, from the next start on. Where there are more, the oldest go, those with a review last.</source>
        <translation>Wie viele Läufe ab dem nächsten Start aufbewahrt werden. Sind es mehr, gehen die ältesten, begutachtete zuletzt.</translation>
    </message>
    <message>
        <source>Records and output</source>
        <translation>Protokolle und Ausgaben</translation>
    </message>
    <message>
        <source>How much of them is kept, from 1m to 1t.</source>
        <translation>Wie viel davon aufbewahrt wird, von 1m bis 1t.</translation>
    </message>
    <message>
        <source>Plots and other results</source>
        <translation>Diagramme und andere Ergebnisse</translation>
    </message>
    <message>
        <source>Direction</source>
        <translation>Richtung</translation>
    </message>
    <message>
        <source>As the language</source>
        <translation>Wie die Sprache</translation>
    </message>
    <message>
        <source>Left to right</source>
        <translation>Von links nach rechts</translation>
    </message>
    <message>
        <source>Right to left</source>
        <translation>Von rechts nach links</translation>
    </message>
    <message>
        <source>The side where everything but code begins, from the next start of the window on.</source>
        <translation>Die Seite, an der alles außer Code beginnt, ab dem nächsten Start des Fensters.</translation>
    </message>
    <message>
        <source>Completion and hover from language servers</source>
        <translation>Vervollständigung und Erklärung durch Sprachserver</translation>
    </message>
    <message>
        <source>Where one is installed for a document's language: it reads the document in a sandbox of its own, without a network and without your files.</source>
        <translation>Wo für die Sprache eines Dokuments einer installiert ist: Er liest das Dokument in einer eigenen Sandbox, ohne Netz und ohne Ihre Dateien.</translation>
    </message>
    <message>
        <source>Keep sandboxes ready</source>
        <translation>Sandboxes bereithalten</translation>
    </message>
    <message>
        <source>So many like the session that was opened last are open before they are asked for: the next session, or the next check, begins at once.</source>
        <translation>So viele wie die zuletzt geöffnete Sitzung sind offen, bevor danach gefragt wird: Die nächste Sitzung oder die nächste Prüfung beginnt sofort.</translation>
    </message>
</context>
<context>
    <name>WebEngine</name>
    <message>
        <source>running as root</source>
        <translation>wird als root ausgeführt</translation>
    </message>
    <message>
        <source>the part of Sandbench that shows pages cannot be loaded</source>
        <translation>der Teil von Sandbench, der Seiten anzeigt, kann nicht geladen werden</translation>
    </message>
</context>
<context>
    <name>sandbench::ui</name>
    <message>
        <source>Conflict: it %1. Nothing of it is applied.</source>
        <translation>Konflikt: %1. Nichts davon wird angewendet.</translation>
    </message>
    <message>
        <source>It cannot be applied: %1.</source>
        <translation>Nicht anwendbar: %1.</translation>
    </message>
    <message>
        <source>It cannot be shown line by line: %1.</source>
        <translation>Nicht zeilenweise darstellbar: %1.</translation>
    </message>
    <message>
        <source>Discarded: nothing of it is applied. Undo takes that back.</source>
        <translation>Verworfen: Nichts davon wird angewendet. „Rückgängig“ nimmt das zurück.</translation>
    </message>
    <message>
        <source>It is so here already.</source>
        <translation>Hier ist es schon so.</translation>
    </message>
    <message>
        <source>No line differs; whether it can be started does, or it is empty.</source>
        <translation>Keine Zeile unterscheidet sich; die Ausführbarkeit unterscheidet sich, oder die Datei ist leer.</translation>
    </message>
    <message>
        <source>Not applied</source>
        <translation>Nicht angewendet</translation>
    </message>
    <message>
        <source>Decided in part</source>
        <translation>Teilweise entschieden</translation>
    </message>
    <message>
        <source>Applied</source>
        <translation>Angewendet</translation>
    </message>
    <message>
        <source>Applied in part</source>
        <translation>Teilweise angewendet</translation>
    </message>
    <message>
        <source>Discarded</source>
        <translation>Verworfen</translation>
    </message>
    <message>
        <source>Already so</source>
        <translation>Schon so</translation>
    </message>
    <message>
        <source>Conflict</source>
        <translation>Konflikt</translation>
    </message>
    <message>
        <source>Cannot be applied</source>
        <translation>Nicht anwendbar</translation>
    </message>
    <message>
        <source>created</source>
        <translation>erstellt</translation>
    </message>
    <message>
        <source>changed</source>
        <translation>geändert</translation>
    </message>
    <message>
        <source>deleted</source>
        <translation>gelöscht</translation>
    </message>
    <message>
        <source>running…</source>
        <translation>läuft…</translation>
    </message>
    <message>
        <source>✓ passed</source>
        <translation>✓ bestanden</translation>
    </message>
    <message>
        <source>✗ differs</source>
        <translation>✗ weicht ab</translation>
    </message>
    <message>
        <source>– refused</source>
        <translation>– verweigert</translation>
    </message>
    <message>
        <source>– not run</source>
        <translation>– nicht ausgeführt</translation>
    </message>
    <message>
        <source>✗ not compiled</source>
        <translation>✗ nicht übersetzt</translation>
    </message>
    <message>
        <source>✗ exit %1</source>
        <translation>✗ Exit-Status %1</translation>
    </message>
    <message>
        <source>✗ time limit</source>
        <translation>✗ Zeitgrenze</translation>
    </message>
    <message>
        <source>✗ out of memory</source>
        <translation>✗ Speicher erschöpft</translation>
    </message>
    <message>
        <source>✗ output limit</source>
        <translation>✗ Ausgabegrenze</translation>
    </message>
    <message>
        <source>✗ ended</source>
        <translation>✗ beendet</translation>
    </message>
    <message>
        <source>It passed.</source>
        <translation>Bestanden.</translation>
    </message>
    <message>
        <source>%1 (- expected, + printed)</source>
        <translation>%1 (- erwartet, + ausgegeben)</translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <translation>%1 (%2)</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>, message %1</source>
        <translation>, Nachricht %1</translation>
    </message>
    <message>
        <source>, line %1</source>
        <translation>, Zeile %1</translation>
    </message>
    <message>
        <source>programs</source>
        <translation>Programme</translation>
    </message>
    <message>
        <source>shell steps</source>
        <translation>Shell-Befehle</translation>
    </message>
    <message>
        <source>data</source>
        <translation>Daten</translation>
    </message>
    <message>
        <source>output</source>
        <translation>Ausgabe</translation>
    </message>
    <message>
        <source>changes of other files</source>
        <translation>Änderungen anderer Dateien</translation>
    </message>
    <message>
        <source>Not opened: %1.</source>
        <translation>Nicht geöffnet: %1.</translation>
    </message>
    <message>
        <source>Low</source>
        <translation>Niedrig</translation>
    </message>
    <message>
        <source>Medium</source>
        <translation>Mittel</translation>
    </message>
    <message>
        <source>High</source>
        <translation>Hoch</translation>
    </message>
    <message>
        <source>Instead: %1</source>
        <translation>Stattdessen: %1</translation>
    </message>
    <message>
        <source>Rule %1. %2</source>
        <translation>Regel %1. %2</translation>
    </message>
    <message>
        <source>more than %1</source>
        <translation>mehr als %1</translation>
    </message>
    <message>
        <source>No findings</source>
        <translation>Keine Befunde</translation>
    </message>
    <message>
        <source>%1 %2</source>
        <translation>%1 %2</translation>
    </message>
    <message>
        <source>1 finding: %1</source>
        <translation>1 Befund: %1</translation>
    </message>
    <message>
        <source>%1 findings: %2</source>
        <translation>%1 Befunde: %2</translation>
    </message>
    <message>
        <source> (the others are not shown)</source>
        <translation> (die übrigen werden nicht gezeigt)</translation>
    </message>
    <message>
        <source>This is advice: isolation is the boundary.</source>
        <translation>Das ist ein Rat: Die Grenze ist die Isolation.</translation>
    </message>
    <message>
        <source>A scan is advice: a program can hide from it. What contains the program is its isolation.</source>
        <translation>Ein Scan ist ein Rat: Ein Programm kann sich vor ihm verstecken. Im Zaum hält es seine Isolation.</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is %2, but %3. %4 counts.</source>
        <translation>„%1“ ist %2, aber: %3. Es gilt %4.</translation>
    </message>
    <message>
        <source>The shortcut of &quot;%1&quot; is %2, but %3. The usual one counts.</source>
        <translation>Das Tastenkürzel von „%1“ ist %2, aber: %3. Es gilt das übliche.</translation>
    </message>
    <message>
        <source>may be keys such as &quot;Ctrl+Shift+X&quot;, up to four of them in a list, or &quot;&quot; for none</source>
        <translation>erlaubt sind Tasten wie &quot;Ctrl+Shift+X&quot;, bis zu vier davon in einer Liste, oder &quot;&quot; für keine</translation>
    </message>
    <message>
        <source>This is no JSON object; what was read before counts.</source>
        <translation>Das ist kein JSON-Objekt; es gilt, was vorher gelesen wurde.</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is no object, so nothing of it counts.</source>
        <translation>„%1“ ist kein Objekt, darum gilt nichts davon.</translation>
    </message>
    <message>
        <source>All %1 pixels are equal</source>
        <translation>Alle %1 Pixel sind gleich</translation>
    </message>
    <message>
        <source>%1 of %2 pixels differ, largest difference %3</source>
        <translation>%1 von %2 Pixeln unterscheiden sich, größter Unterschied %3</translation>
    </message>
    <message>
        <source>; compared at the top left, %1 x %2 with %3 x %4 pixels</source>
        <translation>; oben links verglichen, %1 x %2 mit %3 x %4 Pixeln</translation>
    </message>
    <message>
        <source>(anything)</source>
        <translation>(beliebig)</translation>
    </message>
    <message>
        <source>(a test) %1</source>
        <translation>(ein Test) %1</translation>
    </message>
    <message>
        <source>(that it exits with %1)</source>
        <translation>(dass er mit %1 endet)</translation>
    </message>
    <message>
        <source>A program in the sandbox links to %1. Open it outside of the sandbox?</source>
        <translation>Ein Programm in der Sandbox verweist auf %1. Außerhalb der Sandbox öffnen?</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>Öffnen</translation>
    </message>
    <message>
        <source>Copy Address</source>
        <translation>Adresse kopieren</translation>
    </message>
    <message>
        <source>Do Not Open</source>
        <translation>Nicht öffnen</translation>
    </message>
    <message>
        <source>Blue</source>
        <translation>Blau</translation>
    </message>
    <message>
        <source>Orange</source>
        <translation>Orange</translation>
    </message>
    <message>
        <source>Green</source>
        <translation>Grün</translation>
    </message>
    <message>
        <source>Purple</source>
        <translation>Violett</translation>
    </message>
    <message>
        <source>Red</source>
        <translation>Rot</translation>
    </message>
    <message>
        <source>Teal</source>
        <translation>Petrol</translation>
    </message>
    <message>
        <source>Pink</source>
        <translation>Rosa</translation>
    </message>
    <message>
        <source>Grey</source>
        <translation>Grau</translation>
    </message>
    <message>
        <source>No engine is called so: %1. There are %2.</source>
        <translation>Keine Engine heißt so: %1. Es gibt %2.</translation>
    </message>
    <message>
        <source>An engine and one image in each line: %1</source>
        <translation>In jeder Zeile eine Engine und ein Image: %1</translation>
    </message>
    <message>
        <source>This engine takes no image: %1</source>
        <translation>Diese Engine nimmt kein Image: %1</translation>
    </message>
    <message>
        <source>Name at least one place to run in.</source>
        <translation>Mindestens einen Ort nennen, an dem ausgeführt wird.</translation>
    </message>
    <message>
        <source>%1 in %2: %3</source>
        <translation>%1 in %2: %3</translation>
    </message>
    <message>
        <source>%1, %2 at most</source>
        <translation>%1, höchstens %2</translation>
    </message>
    <message>
        <source>Printed, as in most places:</source>
        <translation>Ausgegeben, wie an den meisten Orten:</translation>
    </message>
    <message>
        <source>Errors:</source>
        <translation>Fehler:</translation>
    </message>
    <message>
        <source>Otherwise than in most places:</source>
        <translation>Anders als an den meisten Orten:</translation>
    </message>
    <message>
        <source>Output:</source>
        <translation>Ausgabe:</translation>
    </message>
    <message>
        <source>There is more of it.</source>
        <translation>Es gibt mehr davon.</translation>
    </message>
    <message>
        <source>They cannot be shown line by line: one is over 1 MiB, or is no text.</source>
        <translation>Nicht zeilenweise darstellbar: Eines ist größer als 1 MiB oder kein Text.</translation>
    </message>
    <message>
        <source>Both are the same.</source>
        <translation>Beide sind gleich.</translation>
    </message>
</context>
<context>
    <name>sandbench::ui::ActivityPanel</name>
    <message>
        <source>Activity</source>
        <translation>Aktivität</translation>
    </message>
    <message>
        <source>Files</source>
        <translation>Dateien</translation>
    </message>
    <message>
        <source>Programs</source>
        <translation>Programme</translation>
    </message>
    <message>
        <source>Network</source>
        <translation>Netzwerk</translation>
    </message>
    <message>
        <source>Refused calls</source>
        <translation>Verweigerte Aufrufe</translation>
    </message>
    <message>
        <source>Resources</source>
        <translation>Ressourcen</translation>
    </message>
    <message>
        <source>Not seen</source>
        <translation>Nicht gesehen</translation>
    </message>
    <message>
        <source>Seen from within the sandbox, and arguments can change after they were read: this tells, it decides nothing.</source>
        <translation>Aus der Sandbox heraus gesehen, und Argumente können sich ändern, nachdem sie gelesen wurden: Das berichtet, es entscheidet nichts.</translation>
    </message>
    <message>
        <source>… and more</source>
        <translation>… und mehr</translation>
    </message>
    <message>
        <source>Run a program to see what it did: the files that it wrote, the programs that it started, the addresses that it tried.</source>
        <translation>Ein Programm ausführen, um zu sehen, was es getan hat: welche Dateien es geschrieben, welche Programme es gestartet, welche Adressen es versucht hat.</translation>
    </message>
    <message>
        <source>What the run did</source>
        <translation>Was der Lauf getan hat</translation>
    </message>
    <message>
        <source>Detail</source>
        <translation>Einzelheit</translation>
    </message>
    <message>
        <source>%1 is running. What it did is listed here when it has ended.</source>
        <translation>%1 läuft. Was es getan hat, wird hier aufgeführt, wenn es beendet ist.</translation>
    </message>
    <message>
        <source>The record does not say what %1 did.</source>
        <translation>Das Protokoll sagt nicht, was %1 getan hat.</translation>
    </message>
    <message>
        <source>What %1 did. %2</source>
        <translation>Was %1 getan hat. %2</translation>
    </message>
</context>
<context>
    <name>sandbench::ui::AnimationView</name>
    <message>
        <source>Play or pause</source>
        <translation>Abspielen oder anhalten</translation>
    </message>
    <message>
        <source>Previous frame</source>
        <translation>Voriges Einzelbild</translation>
    </message>
    <message>
        <source>Next frame</source>
        <translation>Nächstes Einzelbild</translation>
    </message>
    <message>
        <source>Frame</source>
        <translation>Einzelbild</translation>
    </message>
    <message>
        <source>Frame %1 of %2</source>
        <translation>Einzelbild %1 von %2</translation>
    </message>
    <message>
        <source>%1 frames, of which only the first %2 are played.</source>
        <translation>%1 Einzelbilder, von denen nur die ersten %2 abgespielt werden.</translation>
    </message>
</context>
<context>
    <name>sandbench::ui::AnswerOpener</name>
    <message>
        <source>There is no program in the folder %1.</source>
        <translation>Im Ordner %1 ist kein Programm.</translation>
    </message>
    <message>
        <source>Opened from the folder %1: %2.</source>
        <translation>Aus dem Ordner %1 geöffnet: %2.</translation>
    </message>
    <message>
        <source>%1 more stay closed.</source>
        <translation>%1 weitere bleiben geschlossen.</translation>
    </message>
    <message>
        <source>the clipboard</source>
        <translation>der Zwischenablage</translation>
    </message>
    <message>
        <source>There is no text on the clipboard.</source>
        <translation>In der Zwischenablage ist kein Text.</translation>
    </message>
    <message>
        <source>%1 more</source>
        <translation>%1 weitere</translation>
    </message>
    <message>
        <source>Opened from %1, not reviewed: %2.</source>
        <translation>Geöffnet aus %1, nicht durchgesehen: %2.</translation>
    </message>
    <message>
        <source>There is no program in %1.</source>
        <translation>In %1 steht kein Programm.</translation>
    </message>
</context>
<context>
    <name>sandbench::ui::ArtifactCard</name>
    <message>
        <source>Load again</source>
        <translation>Neu laden</translation>
    </message>
    <message>
        <source>Save…</source>
        <translation>Speichern…</translation>
    </message>
    <message>
        <source>%1 x %2 pixels, %3</source>
        <translation>%1 x %2 Pixel, %3</translation>
    </message>
    <message>
        <source>Activate (runs scripts, no network)</source>
        <translation>Aktivieren (führt Skripte aus, kein Netzwerk)</translation>
    </message>
</context>
<context>
    <name>sandbench::ui::ByteRows</name>
    <message>
        <source>Bytes</source>
        <translation>Bytes</translation>
    </message>
</context>
<context>
    <name>sandbench::ui::BytesView</name>
    <message>
        <source>%1. %2</source>
        <translation>%1. %2</translation>
    </message>
    <message>
        <source>The bytes are not a picture of the announced type, or not of a type that is drawn here.</source>
        <translation>Die Bytes sind kein Bild des angekündigten Typs oder keines Typs, der hier gezeichnet wird.</translation>
    </message>
</context>
<context>
    <name>sandbench::ui::CellBar</name>
    <message>
        <source>Extent of the cell</source>
        <translation>Ausdehnung der Zelle</translation>
    </message>
</context>
<context>
    <name>sandbench::ui::ChangeDesk</name>
    <message>
        <source>Applying changes</source>
        <translation>Änderungen anwenden</translation>
    </message>
    <message>
        <source>Taking changes back</source>
        <translation>Änderungen zurücknehmen</translation>
    </message>
    <message>
        <source>Discarding changes</source>
        <translation>Änderungen verwerfen</translation>
    </message>
</context>
<context>
    <name>sandbench::ui::ChangesModel</name>
    <message>
        <source>was %1</source>
        <translation>war %1</translation>
    </message>
    <message>
        <source>%1, was %2</source>
        <translation>%1, war %2</translation>
    </message>
    <message>
        <source>%1, executable</source>
        <translation>%1, ausführbar</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>File</source>
        <translation>Datei</translation>
    </message>
    <message>
        <source>Change</source>
        <translation>Änderung</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>Größe</translation>
    </message>
    <message>
        <source>State</source>
        <translation>Zustand</translation>
    </message>
</context>
<context>
    <name>sandbench::ui::ChangesPanel</name>
    <message>
        <source>Changes</source>
        <translation>Änderungen</translation>
    </message>
    <message>
        <source>Choose Run &gt; Run on a Copy of Its Folder and run a saved program: it works on a copy, and the files that it changed there are listed here, to be applied or discarded.</source>
        <translation>„Ausführen &gt; Auf Kopie des Ordners ausführen“ wählen, um ein gespeichertes Programm auszuführen: Es arbeitet auf einer Kopie, und die Dateien, die es dort geändert hat, werden hier aufgeführt, um angewendet oder verworfen zu werden.</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>Anhalten</translation>
    </message>
    <message>
        <source>Leave the files that are not done yet as they are</source>
        <translation>Die noch nicht bearbeiteten Dateien lassen, wie sie sind</translation>
    </message>
    <message>
        <source>Changed files</source>
        <translation>Geänderte Dateien</translation>
    </message>
    <message>
        <source>%1 is running. What it changes there is listed here when it has ended.</source>
        <translation>%1 läuft. Was es dort ändert, wird hier aufgeführt, wenn es beendet ist.</translation>
    </message>
    <message>
        <source>%1: %2 in %3</source>
        <translation>%1: %2 in %3</translation>
    </message>
    <message>
        <source>the first %1 are listed</source>
        <translation>die ersten %1 sind aufgeführt</translation>
    </message>
    <message>
        <source>%1 more in folders that are left out</source>
        <translation>%1 weitere in ausgelassenen Ordnern</translation>
    </message>
    <message>
        <source>the sandbox has more files than are looked at</source>
        <translation>die Sandbox hat mehr Dateien, als betrachtet werden</translation>
    </message>
    <message>
        <source>applied</source>
        <translation>angewendet</translation>
    </message>
    <message>
        <source>taken back</source>
        <translation>zurückgenommen</translation>
    </message>
    <message>
        <source>discarded</source>
        <translation>verworfen</translation>
    </message>
    <message>
        <source>already so</source>
        <translation>schon so</translation>
    </message>
    <message>
        <source>in conflict and left alone</source>
        <translation>im Konflikt und unberührt</translation>
    </message>
    <message>
        <source>refused</source>
        <translation>verweigert</translation>
    </message>
    <message>
        <source>failed</source>
        <translation>fehlgeschlagen</translation>
    </message>
    <message>
        <source>Nothing to do</source>
        <translation>Nichts zu tun</translation>
    </message>
    <message>
        <source>. %1: %2</source>
        <translation>. %1: %2</translation>
    </message>
    <message>
        <source>Apply All</source>
        <translation>Alle anwenden</translation>
    </message>
    <message>
        <source>Bring every change that is not discarded into the folder</source>
        <translation>Jede nicht verworfene Änderung in den Ordner übernehmen</translation>
    </message>
    <message>
        <source>Apply</source>
        <translation>Anwenden</translation>
    </message>
    <message>
        <source>Bring the selected files into the folder</source>
        <translation>Die ausgewählten Dateien in den Ordner übernehmen</translation>
    </message>
    <message>
        <source>Discard</source>
        <translation>Verwerfen</translation>
    </message>
    <message>
        <source>Leave the selected files as they are here, and apply nothing more of them</source>
        <translation>Die ausgewählten Dateien hier lassen, wie sie sind, und nichts mehr von ihnen anwenden</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>Rückgängig</translation>
    </message>
    <message>
        <source>Take back what was applied or discarded of the selected files</source>
        <translation>Zurücknehmen, was von den ausgewählten Dateien angewendet oder verworfen wurde</translation>
    </message>
    <message>
        <source>Apply Part</source>
        <translation>Teil anwenden</translation>
    </message>
    <message>
        <source>Bring the current part of the difference into the file</source>
        <translation>Den aktuellen Teil des Unterschieds in die Datei übernehmen</translation>
    </message>
    <message>
        <source>Discard Part</source>
        <translation>Teil verwerfen</translation>
    </message>
    <message>
        <source>Never bring the current part of the difference into the file</source>
        <translation>Den aktuellen Teil des Unterschieds nie in die Datei übernehmen</translation>
    </message>
    <message>
        <source>Next Part</source>
        <translation>Nächster Teil</translation>
    </message>
    <message>
        <source>Previous Part</source>
        <translation>Voriger Teil</translation>
    </message>
    <message>
        <source>Working…</source>
        <translation>In Arbeit…</translation>
    </message>
    <message>
        <source>%1 of %2 files</source>
        <translation>%1 von %2 Dateien</translation>
    </message>
    <message>
        <source>Stopped: %1</source>
        <translation>Angehalten: %1</translation>
    </message>
</context>
<context>
    <name>sandbench::ui::CharacterMarks</name>
    <message>
        <source>%1: draws nothing, and changes the order of the text around it</source>
        <translation>%1: zeichnet nichts und ändert die Reihenfolge des Textes ringsum</translation>
    </message>
    <message>
        <source>%1: a blank that is not the space of the keyboard</source>
        <translation>%1: ein Leerraum, der nicht das Leerzeichen der Tastatur ist</translation>
    </message>
    <message>
        <source>%1: draws nothing, or changes how its neighbours are drawn</source>
        <translation>%1: zeichnet nichts oder ändert, wie seine Nachbarn gezeichnet werden</translation>
    </message>
    <message>
        <source>Greek %1 (%2), looks like %3</source>
        <translation>Griechisches %1 (%2), sieht aus wie %3</translation>
    </message>
    <message>
        <source>Cyrillic %1 (%2), looks like %3</source>
        <translation>Kyrillisches %1 (%2), sieht aus wie %3</translation>
    </message>
    <message>
        <source>Armenian %1 (%2), looks like %3</source>
        <translation>Armenisches %1 (%2), sieht aus wie %3</translation>
    </message>
    <message>
        <source>Cherokee %1 (%2), looks like %3</source>
        <translation>Cherokee-Zeichen %1 (%2), sieht aus wie %3</translation>
    </message>
    <message>
        <source>Full-width %1 (%2), looks like %3</source>
        <translation>Vollbreites %1 (%2), sieht aus wie %3</translation>
    </message>
    <message>
        <source>Mathematical %1 (%2), looks like %3</source>
        <translation>Mathematisches %1 (%2), sieht aus wie %3</translation>
    </message>
    <message>
        <source>%1 (%2), looks like %3</source>
        <translation>%1 (%2), sieht aus wie %3</translation>
    </message>
    <message>
        <source>Latin %1</source>
        <translation>lateinisches %1</translation>
    </message>
</context>
<context>
    <name>sandbench::ui::ChecksModel</name>
    <message>
        <source>Check</source>
        <translation>Prüfung</translation>
    </message>
    <message>
        <source>Input</source>
        <translation>Eingabe</translation>
    </message>
    <message>
        <source>Expected</source>
        <translation>Erwartet</translation>
    </message>
    <message>
        <source>Compare</source>
        <translation>Vergleich</translation>
    </message>
    <message>
        <source>check %1</source>
        <translation>Prüfung %1</translation>
    </message>
    <message>
        <source>Arguments</source>
        <translation>Argumente</translation>
    </message>
    <message>
        <source>Tolerance</source>
        <translation>Toleranz</translation>
    </message>
    <message>
        <source>Exit</source>
        <translation>Exit</translation>
    </message>
    <message>
        <source>Time limit</source>
        <translation>Zeitgrenze</translation>
    </message>
</context>
<context>
    <name>sandbench::ui::ChecksPanel</name>
    <message>
        <source>Add</source>
        <translation>Hinzufügen</translation>
    </message>
    <message>
        <source>Add a check</source>
        <translation>Eine Prüfung hinzufügen</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>Entfernen</translation>
    </message>
    <message>
        <source>Remove the current check</source>
        <translation>Die aktuelle Prüfung entfernen</translation>
    </message>
    <message>
        <source>Open…</source>
        <translation>Öffnen…</translation>
    </message>
    <message>
        <source>Open a file of checks</source>
        <translation>Eine Datei mit Prüfungen öffnen</translation>
    </message>
    <message>
        <source>Save As…</source>
        <translation>Speichern unter…</translation>
    </message>
    <message>
        <source>Save these checks as a file</source>
        <translation>Diese Prüfungen als Datei speichern</translation>
    </message>
    <message>
        <source>Run Checks</source>
        <translation>Prüfungen ausführen</translation>
    </message>
    <message>
        <source>Run the open programs against all checks</source>
        <translation>Die offenen Programme gegen alle Prüfungen ausführen</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>Anhalten</translation>
    </message>
    <message>
        <source>Stop the checks</source>
        <translation>Die Prüfungen anhalten</translation>
    </message>
    <message>
        <source>Answers</source>
        <translation>Antworten</translation>
    </message>
    <message>
        <source>Which of the open programs are checked</source>
        <translation>Welche der offenen Programme geprüft werden</translation>
    </message>
    <message>
        <source>Checks</source>
        <translation>Prüfungen</translation>
    </message>
    <message>
        <source>Save checks</source>
        <translation>Prüfungen speichern</translation>
    </message>
    <message>
        <source>Open checks</source>
        <translation>Prüfungen öffnen</translation>
    </message>
    <message>
        <source>Checks (*.json)</source>
        <translation>Prüfungen (*.json)</translation>
    </message>
    <message>
        <source>All files (*)</source>
        <translation>Alle Dateien (*)</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <translation>%1, %2</translation>
    </message>
    <message>
        <source>No program is open</source>
        <translation>Kein Programm ist offen</translation>
    </message>
    <message>
        <source>Open a program first, or tick one under Answers</source>
        <translation>Zuerst ein Programm öffnen oder eines unter „Antworten“ ankreuzen</translation>
    </message>
    <message>
        <source>Checking…</source>
        <translation>Es wird geprüft…</translation>
    </message>
    <message>
        <source>Checking… %1</source>
        <translation>Es wird geprüft… %1</translation>
    </message>
    <message>
        <source>1 check</source>
        <translation>1 Prüfung</translation>
    </message>
    <message>
        <source>%1 checks</source>
        <translation>%1 Prüfungen</translation>
    </message>
    <message>
        <source>%1: %2 of %3 passed</source>
        <translation>%1: %2 von %3 bestanden</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>Saved %1</source>
        <translation>%1 gespeichert</translation>
    </message>
    <message>
        <source>No checks. Add one: an input, and what a program is expected to print for it. Or a test, a program that tries others. Or open a file of checks. Run Checks runs every open program against all of them, and shows which passes which.</source>
        <translation>Keine Prüfungen. Eine hinzufügen: eine Eingabe und was ein Programm dafür ausgeben soll. Oder einen Test, ein Programm, das andere ausprobiert. Oder eine Datei mit Prüfungen öffnen. „Prüfungen ausführen“ führt jedes offene Programm gegen alle aus und zeigt, welches welche besteht.</translation>
    </message>
    <message>
        <source>Add Test…</source>
        <translation>Test hinzufügen…</translation>
    </message>
    <message>
        <source>Add a program that tests the others, which lie beside it</source>
        <translation>Ein Programm hinzufügen, das die anderen prüft, die neben ihm liegen</translation>
    </message>
    <message>
        <source>their own names</source>
        <translation>ihre eigenen Namen</translation>
    </message>
    <message>
        <source>The file name under which the tests import a program</source>
        <translation>Der Dateiname, unter dem die Tests ein Programm importieren</translation>
    </message>
    <message>
        <source>Programs called</source>
        <translation>Programme heißen</translation>
    </message>
    <message>
        <source>Add tests</source>
        <translation>Tests hinzufügen</translation>
    </message>
    <message>
        <source>Columns</source>
        <translation>Spalten</translation>
    </message>
</context>
<context>
    <name>sandbench::ui::CodeEditor</name>
    <message>
        <source>Code editor</source>
        <translation>Code-Editor</translation>
    </message>
    <message>
        <source>the error of the last run</source>
        <translation>der Fehler des letzten Laufs</translation>
    </message>
</context>
<context>
    <name>sandbench::ui::CommandPalette</name>
    <message>
        <source>Commands</source>
        <translation>Befehle</translation>
    </message>
    <message>
        <source>Find a command, or a document with @</source>
        <translation>Einen Befehl suchen, oder ein Dokument mit @</translation>
    </message>
    <message>
        <source>Find a command</source>
        <translation>Einen Befehl suchen</translation>
    </message>
    <message>
        <source>Commands that match</source>
        <translation>Passende Befehle</translation>
    </message>
    <message>
        <source>Nothing is called so.</source>
        <translation>Nichts heißt so.</translation>
    </message>
</context>
<context>
    <name>sandbench::ui::CompareView</name>
    <message>
        <source>Comparing…</source>
        <translation>Es wird verglichen…</translation>
    </message>
    <message>
        <source>How much of %1 is uncovered</source>
        <translation>Wie viel von %1 aufgedeckt ist</translation>
    </message>
    <message>
        <source>Side by side</source>
        <translation>Nebeneinander</translation>
    </message>
    <message>
        <source>Overlay</source>
        <translation>Überlagert</translation>
    </message>
    <message>
        <source>Difference</source>
        <translation>Differenz</translation>
    </message>
    <message>
        <source>%1 cannot be compared: %2</source>
        <translation>%1 lässt sich nicht vergleichen: %2</translation>
    </message>
    <message>
        <source>%1. %2.</source>
        <translation>%1. %2.</translation>
    </message>
    <message>
        <source> Pictures of this size are drawn smaller, and compared so.</source>
        <translation> Bilder dieser Größe werden kleiner gezeichnet und so verglichen.</translation>
    </message>
    <message>
        <source>%1 on the left, %2 on the right</source>
        <translation>%1 links, %2 rechts</translation>
    </message>
    <message>
        <source>%1 left of the line, %2 right of it</source>
        <translation>%1 links der Linie, %2 rechts davon</translation>
    </message>
    <message>
        <source>%1 minus %2, black where they are equal</source>
        <translation>%1 minus %2, schwarz, wo sie gleich sind</translation>
    </message>
</context>
<context>
    <name>sandbench::ui::CompareWindow</name>
    <message>
        <source>Compare Documents</source>
        <translation>Dokumente vergleichen</translation>
    </message>
    <message>
        <source>Next Difference</source>
        <translation>Nächster Unterschied</translation>
    </message>
    <message>
        <source>Previous Difference</source>
        <translation>Voriger Unterschied</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Schließen</translation>
    </message>
    <message>
        <source>Left document</source>
        <translation>Linkes Dokument</translation>
    </message>
    <message>
        <source>⇄ Swap</source>
        <translation>⇄ Tauschen</translation>
    </message>
    <message>
        <source>Right document</source>
        <translation>Rechtes Dokument</translation>
    </message>
    <message>
        <source>Take &amp;Left →</source>
        <translation>&amp;Linkes übernehmen →</translation>
    </message>
    <message>
        <source>The right document gets this part as the left one has it (can be undone there)</source>
        <translation>Das rechte Dokument bekommt diesen Teil so, wie ihn das linke hat (lässt sich dort rückgängig machen)</translation>
    </message>
    <message>
        <source>← Take &amp;Right</source>
        <translation>← &amp;Rechtes übernehmen</translation>
    </message>
    <message>
        <source>The left document gets this part as the right one has it (can be undone there)</source>
        <translation>Das linke Dokument bekommt diesen Teil so, wie ihn das rechte hat (lässt sich dort rückgängig machen)</translation>
    </message>
    <message>
        <source>Run &amp;Both and Compare</source>
        <translation>&amp;Beide ausführen und vergleichen</translation>
    </message>
    <message>
        <source>Run both in sandboxes of their own, and show what differs in Runs</source>
        <translation>Beide in eigenen Sandboxen ausführen und unter „Läufe“ zeigen, was sich unterscheidet</translation>
    </message>
    <message>
        <source>&amp;Input of both</source>
        <translation>&amp;Eingabe für beide</translation>
    </message>
    <message>
        <source>Input of both</source>
        <translation>Eingabe für beide</translation>
    </message>
    <message>
        <source>What both read on standard input; empty = nothing</source>
        <translation>Was beide auf der Standardeingabe lesen; leer = nichts</translation>
    </message>
    <message>
        <source>Open two programs to compare them: two answers to one question, or two versions.</source>
        <translation>Zwei Programme öffnen, um sie zu vergleichen: zwei Antworten auf eine Frage oder zwei Fassungen.</translation>
    </message>
    <message>
        <source>They cannot be shown line by line: one is over 1 MiB, or is no text.</source>
        <translation>Nicht zeilenweise darstellbar: Eines ist größer als 1 MiB oder kein Text.</translation>
    </message>
    <message>
        <source>Both are the same.</source>
        <translation>Beide sind gleich.</translation>
    </message>
</context>
<context>
    <name>sandbench::ui::ComparisonView</name>
    <message>
        <source>= The same outcome, as far as results are kept.</source>
        <translation>= Gleicher Ausgang, soweit Ergebnisse aufbewahrt sind.</translation>
    </message>
    <message>
        <source>the same</source>
        <translation>gleich</translation>
    </message>
    <message>
        <source>the same within the tolerance</source>
        <translation>gleich innerhalb der Toleranz</translation>
    </message>
    <message>
        <source>only in the first run</source>
        <translation>nur im ersten Lauf</translation>
    </message>
    <message>
        <source>only in the second run</source>
        <translation>nur im zweiten Lauf</translation>
    </message>
    <message>
        <source>no longer kept, cannot be compared</source>
        <translation>nicht mehr aufbewahrt, kein Vergleich möglich</translation>
    </message>
    <message>
        <source>different</source>
        <translation>verschieden</translation>
    </message>
    <message>
        <source>Numbers to</source>
        <translation>Zahlen auf</translation>
    </message>
    <message>
        <source>Take numbers in the output for the same where they are close</source>
        <translation>Zahlen in der Ausgabe als gleich ansehen, wenn sie nahe beieinander liegen</translation>
    </message>
    <message>
        <source>Digits in which numbers agree</source>
        <translation>Stellen, in denen Zahlen übereinstimmen</translation>
    </message>
    <message>
        <source> digits</source>
        <translation> Stellen</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Schließen</translation>
    </message>
    <message>
        <source>Back to the runs (Esc)</source>
        <translation>Zurück zu den Läufen (Esc)</translation>
    </message>
    <message>
        <source>%1 and %2</source>
        <translation>%1 und %2</translation>
    </message>
    <message>
        <source>= The same outcome: end, output and results.</source>
        <translation>= Gleicher Ausgang: Ende, Ausgabe und Ergebnisse.</translation>
    </message>
    <message>
        <source>≠ The outcome differs.</source>
        <translation>≠ Der Ausgang unterscheidet sich.</translation>
    </message>
    <message>
        <source>&amp;Program</source>
        <translation>&amp;Programm</translation>
    </message>
    <message>
        <source>&amp;Output</source>
        <translation>&amp;Ausgabe</translation>
    </message>
    <message>
        <source>&amp;Errors</source>
        <translation>&amp;Fehler</translation>
    </message>
    <message>
        <source>What differs</source>
        <translation>Was sich unterscheidet</translation>
    </message>
    <message>
        <source>What</source>
        <translation>Was</translation>
    </message>
    <message>
        <source>result %1</source>
        <translation>Ergebnis %1</translation>
    </message>
    <message>
        <source>&amp;Differences (%1)</source>
        <translation>&amp;Unterschiede (%1)</translation>
    </message>
    <message>
        <source>… and more, which is not shown</source>
        <translation>… und mehr, das nicht gezeigt wird</translation>
    </message>
    <message>
        <source>Difference</source>
        <translation>Unterschied</translation>
    </message>
    <message>
        <source>&amp;Results</source>
        <translation>&amp;Ergebnisse</translation>
    </message>
</context>
<context>
    <name>sandbench::ui::ConnectionPicker</name>
    <message>
        <source>Connection</source>
        <translation>Verbindung</translation>
    </message>
    <message>
        <source>Address of the engine</source>
        <translation>Adresse der Engine</translation>
    </message>
    <message>
        <source>ssh://me@host, tcp://host:2376 or unix:///run/docker.sock</source>
        <translation>ssh://me@host, tcp://host:2376 oder unix:///run/docker.sock</translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <translation>%1 (%2)</translation>
    </message>
    <message>
        <source>Default</source>
        <translation>Standard</translation>
    </message>
    <message>
        <source>Another address…</source>
        <translation>Andere Adresse…</translation>
    </message>
    <message>
        <source>Write the address of the engine, or choose a connection.</source>
        <translation>Die Adresse der Engine eingeben oder eine Verbindung wählen.</translation>
    </message>
    <message>
        <source>Another machine…</source>
        <translation>Andere Maschine…</translation>
    </message>
    <message>
        <source>Write the name of the machine, as ssh takes it.</source>
        <translation>Schreiben Sie den Namen der Maschine, wie ssh ihn nimmt.</translation>
    </message>
    <message>
        <source>Another path…</source>
        <translation>Anderer Pfad…</translation>
    </message>
    <message>
        <source>Write an absolute path.</source>
        <translation>Schreiben Sie einen absoluten Pfad.</translation>
    </message>
    <message>
        <source>me@host, or a host of ssh&apos;s configuration</source>
        <translation>ich@rechner oder ein Rechner aus der Konfiguration von ssh</translation>
    </message>
    <message>
        <source>The absolute path of slurm.conf</source>
        <translation>Der absolute Pfad von slurm.conf</translation>
    </message>
    <message>
        <source>The absolute path of the program</source>
        <translation>Der absolute Pfad des Programms</translation>
    </message>
</context>
<context>
    <name>sandbench::ui::DifferenceView</name>
    <message>
        <source>Difference</source>
        <translation>Unterschied</translation>
    </message>
    <message>
        <source>… and more, which is not shown</source>
        <translation>… und mehr, das nicht gezeigt wird</translation>
    </message>
    <message>
        <source>what was applied, part %1 of %2</source>
        <translation>was angewendet wurde, Teil %1 von %2</translation>
    </message>
    <message>
        <source>part %1 of %2</source>
        <translation>Teil %1 von %2</translation>
    </message>
</context>
<context>
    <name>sandbench::ui::EditorFind</name>
    <message>
        <source>what you look for</source>
        <translation>was Sie suchen</translation>
    </message>
    <message>
        <source>Find in document</source>
        <translation>Im Dokument suchen</translation>
    </message>
    <message>
        <source>not found</source>
        <translation>nicht gefunden</translation>
    </message>
</context>
<context>
    <name>sandbench::ui::EditorTabs</name>
    <message>
        <source>Opening %1…</source>
        <translation>%1 wird geöffnet…</translation>
    </message>
    <message>
        <source>Saving %1…</source>
        <translation>%1 wird gespeichert…</translation>
    </message>
    <message>
        <source>, from %1</source>
        <translation>, aus %1</translation>
    </message>
    <message>
        <source>, from %1: not reviewed</source>
        <translation>, aus %1: nicht durchgesehen</translation>
    </message>
    <message>
        <source>%1 (not reviewed)</source>
        <translation>%1 (nicht durchgesehen)</translation>
    </message>
    <message>
        <source>Save As</source>
        <translation>Speichern unter</translation>
    </message>
    <message>
        <source>Unsaved changes</source>
        <translation>Ungespeicherte Änderungen</translation>
    </message>
    <message>
        <source>%1 is still being saved. Close it without waiting?</source>
        <translation>%1 wird noch gespeichert. Schließen, ohne zu warten?</translation>
    </message>
    <message>
        <source>%1 has changes that are not saved.</source>
        <translation>%1 hat ungespeicherte Änderungen.</translation>
    </message>
    <message>
        <source>%1 cannot be read from the disk any more: its text is here alone, save it where it shall stay.</source>
        <translation>%1 lässt sich nicht mehr von der Platte lesen: Der Text ist nur noch hier; dort speichern, wo er bleiben soll.</translation>
    </message>
</context>
<context>
    <name>sandbench::ui::EmptyPage</name>
    <message>
        <source>From an answer to a verdict</source>
        <translation>Von der Antwort zum Urteil</translation>
    </message>
    <message>
        <source>Bring code that nobody should trust yet: an answer of a language model, a notebook, a program from anywhere. Here it is read, run in a sandbox, watched and checked.</source>
        <translation>Hierher gehört Code, dem noch niemand trauen sollte: die Antwort eines Sprachmodells, ein Notebook, ein Programm von irgendwoher. Hier wird er gelesen, in einer Sandbox ausgeführt, beobachtet und geprüft.</translation>
    </message>
    <message>
        <source>No document is open.</source>
        <translation>Kein Dokument ist offen.</translation>
    </message>
    <message>
        <source>%1   %2</source>
        <translation>%1   %2</translation>
    </message>
    <message>
        <source>Where it runs</source>
        <translation>Wo es läuft</translation>
    </message>
    <message>
        <source>In a sandbox: without a network, without your files, without rights, and with limits on time, memory and output. What this machine cannot provide of that is named, never left out silently. For code that nobody has read there is the profile strict.</source>
        <translation>In einer Sandbox: ohne Netzwerk, ohne eigene Dateien, ohne Rechte und mit Grenzen für Zeit, Speicher und Ausgabe. Was dieser Rechner davon nicht bieten kann, wird genannt und nie stillschweigend weggelassen. Für Code, den noch niemand gelesen hat, gibt es das Profil strict.</translation>
    </message>
    <message>
        <source>Choose Engine and Profile…</source>
        <translation>Engine und Profil wählen…</translation>
    </message>
</context>
<context>
    <name>sandbench::ui::EngineProbe</name>
    <message>
        <source>Embedded</source>
        <translation>Eingebaut</translation>
    </message>
    <message>
        <source>Checking…</source>
        <translation>Es wird geprüft…</translation>
    </message>
    <message>
        <source>Usable</source>
        <translation>Verwendbar</translation>
    </message>
    <message>
        <source>Not usable: %1</source>
        <translation>Nicht verwendbar: %1</translation>
    </message>
    <message>
        <source>no reason is known</source>
        <translation>kein Grund bekannt</translation>
    </message>
    <message>
        <source>What helps: %1</source>
        <translation>Was hilft: %1</translation>
    </message>
</context>
<context>
    <name>sandbench::ui::FindBar</name>
    <message>
        <source>Match upper and lower case</source>
        <translation>Groß- und Kleinschreibung beachten</translation>
    </message>
    <message>
        <source>Whole words only</source>
        <translation>Nur ganze Wörter</translation>
    </message>
    <message>
        <source>Regular expression</source>
        <translation>Regulärer Ausdruck</translation>
    </message>
    <message>
        <source>Previous match (Shift+Enter)</source>
        <translation>Vorige Fundstelle (Umschalt+Eingabe)</translation>
    </message>
    <message>
        <source>Next match (Enter)</source>
        <translation>Nächste Fundstelle (Eingabe)</translation>
    </message>
    <message>
        <source>Close the find bar (Esc)</source>
        <translation>Suchleiste schließen (Esc)</translation>
    </message>
    <message>
        <source>Bad pattern</source>
        <translation>Ungültiges Muster</translation>
    </message>
    <message>
        <source>Searching…</source>
        <translation>Es wird gesucht…</translation>
    </message>
    <message>
        <source>No matches</source>
        <translation>Keine Fundstellen</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 von %2</translation>
    </message>
</context>
<context>
    <name>sandbench::ui::FindingMarks</name>
    <message>
        <source>finding, %1: %2</source>
        <translation>Befund, %1: %2</translation>
    </message>
</context>
<context>
    <name>sandbench::ui::FindingsModel</name>
    <message>
        <source>%1, line %2, column %3: %4</source>
        <translation>%1, Zeile %2, Spalte %3: %4</translation>
    </message>
    <message>
        <source>Severity</source>
        <translation>Schweregrad</translation>
    </message>
    <message>
        <source>Place</source>
        <translation>Stelle</translation>
    </message>
    <message>
        <source>Finding</source>
        <translation>Befund</translation>
    </message>
    <message>
        <source>Rule</source>
        <translation>Regel</translation>
    </message>
</context>
<context>
    <name>sandbench::ui::FindingsPanel</name>
    <message>
        <source>&amp;Policy</source>
        <translation>&amp;Richtlinie</translation>
    </message>
    <message>
        <source>Policy</source>
        <translation>Richtlinie</translation>
    </message>
    <message>
        <source>Findings</source>
        <translation>Befunde</translation>
    </message>
    <message>
        <source>%1. %2</source>
        <translation>%1. %2</translation>
    </message>
    <message>
        <source>Open a document to see what a policy says about it.</source>
        <translation>Ein Dokument öffnen, um zu sehen, was eine Richtlinie dazu sagt.</translation>
    </message>
    <message>
        <source>Reading the policies…</source>
        <translation>Die Richtlinien werden gelesen…</translation>
    </message>
    <message>
        <source>No policy is chosen: nothing is scanned.</source>
        <translation>Keine Richtlinie gewählt: Es wird nichts gescannt.</translation>
    </message>
    <message>
        <source>Scanning…</source>
        <translation>Es wird gescannt…</translation>
    </message>
    <message>
        <source>No rule of the policy %1 matched.
%2</source>
        <translation>Keine Regel der Richtlinie %1 trifft zu.
%2</translation>
    </message>
</context>
<context>
    <name>sandbench::ui::FolderPicker</name>
    <message>
        <source>&amp;Remove</source>
        <translation>&amp;Entfernen</translation>
    </message>
    <message>
        <source>Folders that the sandbox sees</source>
        <translation>Ordner, die die Sandbox sieht</translation>
    </message>
    <message>
        <source>Shows or hides the folders that the sandbox sees</source>
        <translation>Zeigt oder verbirgt die Ordner, die die Sandbox sieht</translation>
    </message>
    <message>
        <source>Folder of the engine&apos;s machine</source>
        <translation>Ordner auf dem Rechner der Engine</translation>
    </message>
    <message>
        <source>In the sandbox</source>
        <translation>In der Sandbox</translation>
    </message>
    <message>
        <source>May write</source>
        <translation>Darf schreiben</translation>
    </message>
    <message>
        <source>Add &amp;Folder…</source>
        <translation>Ordner &amp;hinzufügen…</translation>
    </message>
    <message>
        <source>Programs can read what is in these folders, and change it only where that is ticked. F2 changes a path.</source>
        <translation>Programme können lesen, was in diesen Ordnern ist, und es nur ändern, wo das angekreuzt ist. F2 ändert einen Pfad.</translation>
    </message>
    <message>
        <source>Folder for the Sandbox</source>
        <translation>Ordner für die Sandbox</translation>
    </message>
    <message>
        <source>expanded</source>
        <translation>aufgeklappt</translation>
    </message>
    <message>
        <source>collapsed</source>
        <translation>zugeklappt</translation>
    </message>
    <message>
        <source>None</source>
        <translation>Keine</translation>
    </message>
    <message>
        <source>⚠ %1, of which programs may write: %2</source>
        <translation>⚠ %1, davon für Programme beschreibbar: %2</translation>
    </message>
    <message>
        <source>%1, read-only</source>
        <translation>%1, nur lesbar</translation>
    </message>
</context>
<context>
    <name>sandbench::ui::FullOutputWindow</name>
    <message>
        <source>Running</source>
        <translation>Läuft</translation>
    </message>
    <message>
        <source>Full output of %1</source>
        <translation>Vollständige Ausgabe von %1</translation>
    </message>
    <message>
        <source>◀ Previous page</source>
        <translation>◀ Vorige Seite</translation>
    </message>
    <message>
        <source>Next page ▶</source>
        <translation>Nächste Seite ▶</translation>
    </message>
    <message>
        <source>Page %1 of %2, from line %3</source>
        <translation>Seite %1 von %2, ab Zeile %3</translation>
    </message>
</context>
<context>
    <name>sandbench::ui::GateController</name>
    <message>
        <source>Scanning before the run…</source>
        <translation>Scan vor dem Lauf…</translation>
    </message>
    <message>
        <source>Not started</source>
        <translation>Nicht gestartet</translation>
    </message>
    <message>
        <source>Not started: %1</source>
        <translation>Nicht gestartet: %1</translation>
    </message>
    <message>
        <source>Choose Policy</source>
        <translation>Richtlinie wählen</translation>
    </message>
    <message>
        <source>Findings</source>
        <translation>Befunde</translation>
    </message>
    <message>
        <source>Findings (%1)</source>
        <translation>Befunde (%1)</translation>
    </message>
    <message>
        <source>Finding %1 of %2, %3: %4</source>
        <translation>Befund %1 von %2, %3: %4</translation>
    </message>
    <message>
        <source>No findings</source>
        <translation>Keine Befunde</translation>
    </message>
    <message>
        <source>Line %1, %2: %3</source>
        <translation>Zeile %1, %2: %3</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <translation>%1, %2</translation>
    </message>
    <message>
        <source>Not started yet: the policy %1 asks first. %2 (%3).</source>
        <translation>Noch nicht gestartet: Die Richtlinie %1 fragt zuerst. %2 (%3).</translation>
    </message>
    <message>
        <source>Not started: the policy %1 refuses it. %2 (%3).</source>
        <translation>Nicht gestartet: Die Richtlinie %1 verweigert es. %2 (%3).</translation>
    </message>
    <message>
        <source>Run &amp;Anyway</source>
        <translation>&amp;Trotzdem ausführen</translation>
    </message>
    <message>
        <source>Sh&amp;ow Findings</source>
        <translation>&amp;Befunde anzeigen</translation>
    </message>
    <message>
        <source>Waiting for your answer</source>
        <translation>Wartet auf eine Antwort</translation>
    </message>
    <message>
        <source>Refused by the policy %1</source>
        <translation>Von der Richtlinie %1 verweigert</translation>
    </message>
</context>
<context>
    <name>sandbench::ui::GuideView</name>
    <message>
        <source>Page of the guide</source>
        <translation>Seite des Handbuchs</translation>
    </message>
</context>
<context>
    <name>sandbench::ui::GuideWindow</name>
    <message>
        <source>Guide</source>
        <translation>Handbuch</translation>
    </message>
    <message>
        <source>Find in this page</source>
        <translation>Auf dieser Seite suchen</translation>
    </message>
    <message>
        <source>Search all pages</source>
        <translation>Alle Seiten durchsuchen</translation>
    </message>
    <message>
        <source>Contents</source>
        <translation>Inhalt</translation>
    </message>
    <message>
        <source>What was found</source>
        <translation>Fundstellen</translation>
    </message>
    <message>
        <source>No page has all of these words. Try fewer, or other ones.</source>
        <translation>Keine Seite enthält alle diese Wörter. Weniger oder andere versuchen.</translation>
    </message>
    <message>
        <source>Back</source>
        <translation>Zurück</translation>
    </message>
    <message>
        <source>Forward</source>
        <translation>Vorwärts</translation>
    </message>
    <message>
        <source>Find next</source>
        <translation>Weitersuchen</translation>
    </message>
    <message>
        <source>Larger</source>
        <translation>Größer</translation>
    </message>
    <message>
        <source>Smaller</source>
        <translation>Kleiner</translation>
    </message>
    <message>
        <source>Usual size</source>
        <translation>Übliche Größe</translation>
    </message>
    <message>
        <source>Close the guide</source>
        <translation>Handbuch schließen</translation>
    </message>
    <message>
        <source>Leave what is on top</source>
        <translation>Das Oberste verlassen</translation>
    </message>
    <message>
        <source>%1 — Guide</source>
        <translation>%1 — Handbuch</translation>
    </message>
    <message>
        <source>this is where you began</source>
        <translation>hier war der Anfang</translation>
    </message>
    <message>
        <source>this is where you came to last</source>
        <translation>dies ist die zuletzt besuchte Seite</translation>
    </message>
    <message>
        <source>Outside of the guide: %1</source>
        <translation>Außerhalb des Handbuchs: %1</translation>
    </message>
    <message>
        <source>Not in the guide, but among Sandbench&apos;s sources: %1</source>
        <translation>Nicht im Handbuch, aber in den Quellen von Sandbench: %1</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>Kopieren</translation>
    </message>
    <message>
        <source>not found</source>
        <translation>nicht gefunden</translation>
    </message>
</context>
<context>
    <name>sandbench::ui::ImagePicker</name>
    <message>
        <source>P&amp;ull</source>
        <translation>A&amp;brufen</translation>
    </message>
    <message>
        <source>Image</source>
        <translation>Image</translation>
    </message>
    <message>
        <source>The image is being pulled.</source>
        <translation>Das Image wird abgerufen.</translation>
    </message>
    <message>
        <source>Name an image.</source>
        <translation>Ein Image angeben.</translation>
    </message>
    <message>
        <source>Pull the image first, or name another one.</source>
        <translation>Das Image zuerst abrufen oder ein anderes angeben.</translation>
    </message>
    <message>
        <source>Make the default image first, or name another one.</source>
        <translation>Das Standard-Image zuerst bauen oder ein anderes angeben.</translation>
    </message>
    <message>
        <source>Name an image, for example python:3.12.</source>
        <translation>Ein Image angeben, zum Beispiel python:3.12.</translation>
    </message>
    <message>
        <source>Looking for the image…</source>
        <translation>Das Image wird gesucht…</translation>
    </message>
    <message>
        <source>Present, the default, %1</source>
        <translation>Vorhanden, Standard, %1</translation>
    </message>
    <message>
        <source>Present, %1</source>
        <translation>Vorhanden, %1</translation>
    </message>
    <message>
        <source>The engine does not have this image yet. Pull it to use it; it is fetched from its registry with the network of the engine.</source>
        <translation>Die Engine hat dieses Image noch nicht. Zum Verwenden abrufen; es wird mit dem Netzwerk der Engine von seiner Registry geholt.</translation>
    </message>
    <message>
        <source>The engine does not have the default image yet, and no registry has it. Make it with packaging/images/build of Sandbench&apos;s source, or name another image.</source>
        <translation>Die Engine hat das Standard-Image noch nicht, und keine Registry hat es. Es mit packaging/images/build aus den Quellen von Sandbench bauen oder ein anderes Image angeben.</translation>
    </message>
</context>
<context>
    <name>sandbench::ui::ImagePull</name>
    <message>
        <source>Cancel P&amp;ull</source>
        <translation>Abruf a&amp;bbrechen</translation>
    </message>
    <message>
        <source>Progress of the pull</source>
        <translation>Fortschritt des Abrufs</translation>
    </message>
    <message>
        <source>Layers of the image</source>
        <translation>Schichten des Images</translation>
    </message>
    <message>
        <source>Layer</source>
        <translation>Schicht</translation>
    </message>
    <message>
        <source>State</source>
        <translation>Zustand</translation>
    </message>
    <message>
        <source>Done</source>
        <translation>Fertig</translation>
    </message>
    <message>
        <source>Pulling %1…</source>
        <translation>%1 wird abgerufen…</translation>
    </message>
    <message>
        <source>The pull was cancelled. What had arrived is kept and not fetched again.</source>
        <translation>Der Abruf wurde abgebrochen. Was schon da war, bleibt und wird nicht noch einmal geholt.</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 von %2</translation>
    </message>
    <message>
        <source>Pulling %1</source>
        <translation>%1 wird abgerufen</translation>
    </message>
    <message>
        <source>%1 of %2 layers</source>
        <translation>%1 von %2 Schichten</translation>
    </message>
    <message>
        <source>%1/s</source>
        <translation>%1/s</translation>
    </message>
</context>
<context>
    <name>sandbench::ui::InputLine</name>
    <message>
        <source>&amp;Input:</source>
        <translation>&amp;Eingabe:</translation>
    </message>
    <message>
        <source>Standard input of the program</source>
        <translation>Standardeingabe des Programms</translation>
    </message>
    <message>
        <source>The program can read what you type here</source>
        <translation>Das Programm kann lesen, was hier eingegeben wird</translation>
    </message>
    <message>
        <source>Send</source>
        <translation>Senden</translation>
    </message>
    <message>
        <source>End input</source>
        <translation>Eingabe beenden</translation>
    </message>
    <message>
        <source>Tell the program that nothing more will come (Ctrl+D)</source>
        <translation>Dem Programm mitteilen, dass nichts mehr kommt (Strg+D)</translation>
    </message>
</context>
<context>
    <name>sandbench::ui::JsonModel</name>
    <message>
        <source>value</source>
        <translation>Wert</translation>
    </message>
    <message>
        <source>name</source>
        <translation>Name</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>Name</translation>
    </message>
    <message>
        <source>Value</source>
        <translation>Wert</translation>
    </message>
</context>
<context>
    <name>sandbench::ui::JsonView</name>
    <message>
        <source>Reading…</source>
        <translation>Es wird gelesen…</translation>
    </message>
    <message>
        <source>JSON</source>
        <translation>JSON</translation>
    </message>
    <message>
        <source>Shown as text: %1.</source>
        <translation>Als Text gezeigt: %1.</translation>
    </message>
    <message>
        <source>value</source>
        <translation>Wert</translation>
    </message>
    <message>
        <source>name</source>
        <translation>Name</translation>
    </message>
</context>
<context>
    <name>sandbench::ui::KeyField</name>
    <message>
        <source>Press the keys</source>
        <translation>Tasten drücken</translation>
    </message>
</context>
<context>
    <name>sandbench::ui::LimitsPicker</name>
    <message>
        <source>Size</source>
        <translation>Größe</translation>
    </message>
    <message>
        <source>CPUs: %1</source>
        <translation>CPUs: %1</translation>
    </message>
    <message>
        <source>all CPUs</source>
        <translation>alle CPUs</translation>
    </message>
    <message>
        <source>%1 (%2, %3)</source>
        <translation>%1 (%2, %3)</translation>
    </message>
    <message>
        <source>Standard</source>
        <translation>Standard</translation>
    </message>
    <message>
        <source>Custom…</source>
        <translation>Eigene…</translation>
    </message>
    <message>
        <source> MiB</source>
        <translation> MiB</translation>
    </message>
    <message>
        <source>&amp;Memory</source>
        <translation>&amp;Speicher</translation>
    </message>
    <message>
        <source>C&amp;PUs</source>
        <translation>CP&amp;Us</translation>
    </message>
    <message>
        <source>P&amp;rocesses</source>
        <translation>Pro&amp;zesse</translation>
    </message>
    <message>
        <source>&amp;Disk</source>
        <translation>P&amp;latte</translation>
    </message>
    <message>
        <source>all</source>
        <translation>alle</translation>
    </message>
    <message>
        <source>%1 — too large for this machine</source>
        <translation>%1 — zu groß für diesen Rechner</translation>
    </message>
</context>
<context>
    <name>sandbench::ui::LogDocument</name>
    <message>
        <source>Ended</source>
        <translation>Beendet</translation>
    </message>
</context>
<context>
    <name>sandbench::ui::LogPainter</name>
    <message>
        <source>… %1 lines in file · Open full output</source>
        <translation>… %1 Zeilen in der Datei · Vollständige Ausgabe öffnen</translation>
    </message>
    <message>
        <source>%1 in one line · %2 · Copy · Save</source>
        <translation>%1 in einer Zeile · %2 · Kopieren · Speichern</translation>
    </message>
    <message>
        <source>Hide</source>
        <translation>Verbergen</translation>
    </message>
    <message>
        <source>Show</source>
        <translation>Zeigen</translation>
    </message>
    <message>
        <source>%1 more were not kept: the output file is at its limit of %2</source>
        <translation>%1 weitere wurden nicht aufbewahrt: Die Ausgabedatei hat ihre Grenze von %2 erreicht</translation>
    </message>
    <message>
        <source>Running</source>
        <translation>Läuft</translation>
    </message>
    <message>
        <source>Binary output</source>
        <translation>Binäre Ausgabe</translation>
    </message>
    <message>
        <source>peak %1</source>
        <translation>höchstens %1</translation>
    </message>
</context>
<context>
    <name>sandbench::ui::LogView</name>
    <message>
        <source>Program output</source>
        <translation>Programmausgabe</translation>
    </message>
    <message>
        <source>Show the newest output</source>
        <translation>Die neueste Ausgabe zeigen</translation>
    </message>
    <message>
        <source>↓ Newest output</source>
        <translation>↓ Neueste Ausgabe</translation>
    </message>
    <message>
        <source>↓ %1 new lines</source>
        <translation>↓ %1 neue Zeilen</translation>
    </message>
</context>
<context>
    <name>sandbench::ui::MainWindow</name>
    <message>
        <source>%1 was changed by another program, and is shown as it is now.</source>
        <translation>%1 wurde von einem anderen Programm geändert und wird nun in diesem Stand angezeigt.</translation>
    </message>
    <message>
        <source>Sandbench</source>
        <translation>Sandbench</translation>
    </message>
    <message>
        <source>Show the Text</source>
        <translation>Text zeigen</translation>
    </message>
    <message>
        <source>Unsaved documents that came back after the last session ended unexpectedly: %1.</source>
        <translation>Ungespeicherte Dokumente, die nach dem unerwarteten Ende der letzten Sitzung zurückgekommen sind: %1.</translation>
    </message>
    <message>
        <source>untitled-%1</source>
        <translation>unbenannt-%1</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>Öffnen</translation>
    </message>
    <message>
        <source>%1[*] — Sandbench</source>
        <translation>%1[*] — Sandbench</translation>
    </message>
    <message>
        <source>Line %1, column %2</source>
        <translation>Zeile %1, Spalte %2</translation>
    </message>
    <message>
        <source>%1 was changed by another program, and has text here that is not saved.</source>
        <translation>%1 wurde von einem anderen Programm geändert und hat hier ungespeicherten Text.</translation>
    </message>
    <message>
        <source>Compare</source>
        <translation>Vergleichen</translation>
    </message>
    <message>
        <source>on disk: %1</source>
        <translation>auf der Platte: %1</translation>
    </message>
    <message>
        <source>Load from Disk</source>
        <translation>Von der Platte laden</translation>
    </message>
    <message>
        <source>Save Mine</source>
        <translation>Eigene Fassung speichern</translation>
    </message>
    <message>
        <source>%1 was not run: %2</source>
        <translation>%1 wurde nicht ausgeführt: %2</translation>
    </message>
    <message>
        <source>not of what is shown now</source>
        <translation>gehört nicht zu dem, was jetzt zu sehen ist</translation>
    </message>
    <message>
        <source>Settings</source>
        <translation>Einstellungen</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>Sessions</source>
        <translation>Sitzungen</translation>
    </message>
    <message>
        <source>Plots</source>
        <translation>Diagramme</translation>
    </message>
    <message>
        <source>Output</source>
        <translation>Ausgabe</translation>
    </message>
    <message>
        <source>Verdict</source>
        <translation>Urteil</translation>
    </message>
    <message>
        <source>Findings</source>
        <translation>Befunde</translation>
    </message>
    <message>
        <source>Activity</source>
        <translation>Aktivität</translation>
    </message>
    <message>
        <source>Changes</source>
        <translation>Änderungen</translation>
    </message>
    <message>
        <source>Packages</source>
        <translation>Pakete</translation>
    </message>
    <message>
        <source>Runs</source>
        <translation>Läufe</translation>
    </message>
    <message>
        <source>Checks</source>
        <translation>Prüfungen</translation>
    </message>
    <message>
        <source>Variables</source>
        <translation>Variablen</translation>
    </message>
    <message>
        <source>Run</source>
        <translation>Ausführen</translation>
    </message>
    <message>
        <source>Terminate</source>
        <translation>Beenden</translation>
    </message>
    <message>
        <source>Run on Copy</source>
        <translation>Auf Kopie ausführen</translation>
    </message>
    <message>
        <source>Language of the program</source>
        <translation>Sprache des Programms</translation>
    </message>
    <message>
        <source>Language</source>
        <translation>Sprache</translation>
    </message>
    <message>
        <source>A run is stopped after this long; 0 = no limit</source>
        <translation>Nach dieser Zeit wird ein Lauf angehalten; 0 = keine Grenze</translation>
    </message>
    <message>
        <source> s</source>
        <translation> s</translation>
    </message>
    <message>
        <source>none</source>
        <translation>keine</translation>
    </message>
    <message>
        <source>Time limit</source>
        <translation>Zeitgrenze</translation>
    </message>
    <message>
        <source>Ready</source>
        <translation>Bereit</translation>
    </message>
    <message>
        <source>Status</source>
        <translation>Status</translation>
    </message>
    <message>
        <source>⚠ %1</source>
        <translation>⚠ %1</translation>
    </message>
    <message>
        <source>The sandboxes of programs are not concerned. Start Sandbench as a normal user and plots are drawn in a sandbox of their own, too.</source>
        <translation>Die Sandboxen der Programme betrifft das nicht. Sandbench als gewöhnlicher Benutzer starten, dann werden auch Diagramme in einer eigenen Sandbox gezeichnet.</translation>
    </message>
    <message>
        <source>&amp;File</source>
        <translation>&amp;Datei</translation>
    </message>
    <message>
        <source>&amp;New</source>
        <translation>&amp;Neu</translation>
    </message>
    <message>
        <source>Open Fo&amp;lder…</source>
        <translation>Or&amp;dner öffnen…</translation>
    </message>
    <message>
        <source>Open Folder</source>
        <translation>Ordner öffnen</translation>
    </message>
    <message>
        <source>&amp;Open…</source>
        <translation>Ö&amp;ffnen…</translation>
    </message>
    <message>
        <source>New from Clip&amp;board</source>
        <translation>Neu aus &amp;Zwischenablage</translation>
    </message>
    <message>
        <source>&amp;Examples</source>
        <translation>&amp;Beispiele</translation>
    </message>
    <message>
        <source>&amp;Save</source>
        <translation>&amp;Speichern</translation>
    </message>
    <message>
        <source>Save &amp;As…</source>
        <translation>Speichern &amp;unter…</translation>
    </message>
    <message>
        <source>&amp;Close</source>
        <translation>S&amp;chließen</translation>
    </message>
    <message>
        <source>Se&amp;ttings…</source>
        <translation>&amp;Einstellungen…</translation>
    </message>
    <message>
        <source>Open settings.&amp;json</source>
        <translation>settings.&amp;json öffnen</translation>
    </message>
    <message>
        <source>&amp;Quit</source>
        <translation>Been&amp;den</translation>
    </message>
    <message>
        <source>&amp;Edit</source>
        <translation>&amp;Bearbeiten</translation>
    </message>
    <message>
        <source>&amp;Undo</source>
        <translation>&amp;Rückgängig</translation>
    </message>
    <message>
        <source>&amp;Redo</source>
        <translation>&amp;Wiederholen</translation>
    </message>
    <message>
        <source>Cu&amp;t</source>
        <translation>&amp;Ausschneiden</translation>
    </message>
    <message>
        <source>&amp;Copy</source>
        <translation>&amp;Kopieren</translation>
    </message>
    <message>
        <source>&amp;Paste</source>
        <translation>&amp;Einfügen</translation>
    </message>
    <message>
        <source>Select &amp;All</source>
        <translation>A&amp;lles auswählen</translation>
    </message>
    <message>
        <source>&amp;Find…</source>
        <translation>&amp;Suchen…</translation>
    </message>
    <message>
        <source>Find &amp;Next</source>
        <translation>Weiters&amp;uchen</translation>
    </message>
    <message>
        <source>Find Pre&amp;vious</source>
        <translation>&amp;Vorheriges suchen</translation>
    </message>
    <message>
        <source>Next F&amp;inding</source>
        <translation>&amp;Nächster Befund</translation>
    </message>
    <message>
        <source>Previous Fin&amp;ding</source>
        <translation>V&amp;origer Befund</translation>
    </message>
    <message>
        <source>&amp;Run</source>
        <translation>&amp;Ausführen</translation>
    </message>
    <message>
        <source>&amp;Run File</source>
        <translation>&amp;Datei ausführen</translation>
    </message>
    <message>
        <source>Run Se&amp;lection or Line</source>
        <translation>Aus&amp;wahl oder Zeile ausführen</translation>
    </message>
    <message>
        <source>&amp;Undo Cell</source>
        <translation>Zelle &amp;rückgängig machen</translation>
    </message>
    <message>
        <source>Run A&amp;gain</source>
        <translation>&amp;Erneut ausführen</translation>
    </message>
    <message>
        <source>Run in &amp;Fresh Session</source>
        <translation>In &amp;frischer Sitzung ausführen</translation>
    </message>
    <message>
        <source>Run on a &amp;Copy of Its Folder</source>
        <translation>Auf &amp;Kopie des Ordners ausführen</translation>
    </message>
    <message>
        <source>Re&amp;viewed</source>
        <translation>Durch&amp;gesehen</translation>
    </message>
    <message>
        <source>Copy for a &amp;Model</source>
        <translation>Für ein &amp;Modell kopieren</translation>
    </message>
    <message>
        <source>Save Repor&amp;t</source>
        <translation>Berich&amp;t speichern</translation>
    </message>
    <message>
        <source>Compare &amp;Documents…</source>
        <translation>Dokumente &amp;vergleichen…</translation>
    </message>
    <message>
        <source>&amp;Stop</source>
        <translation>&amp;Anhalten</translation>
    </message>
    <message>
        <source>&amp;Session</source>
        <translation>&amp;Sitzung</translation>
    </message>
    <message>
        <source>&amp;New Session…</source>
        <translation>&amp;Neue Sitzung…</translation>
    </message>
    <message>
        <source>Session &amp;Options…</source>
        <translation>Sitzungs&amp;optionen…</translation>
    </message>
    <message>
        <source>Ne&amp;xt Session</source>
        <translation>Nä&amp;chste Sitzung</translation>
    </message>
    <message>
        <source>&amp;Previous Session</source>
        <translation>&amp;Vorige Sitzung</translation>
    </message>
    <message>
        <source>&amp;Rename Session</source>
        <translation>Sitzung &amp;umbenennen</translation>
    </message>
    <message>
        <source>&amp;Close Session</source>
        <translation>Sitzung &amp;schließen</translation>
    </message>
    <message>
        <source>&amp;View</source>
        <translation>A&amp;nsicht</translation>
    </message>
    <message>
        <source>&amp;Commands…</source>
        <translation>&amp;Befehle…</translation>
    </message>
    <message>
        <source>Tas&amp;ks</source>
        <translation>Au&amp;fgaben</translation>
    </message>
    <message>
        <source>&amp;Panels</source>
        <translation>&amp;Panels</translation>
    </message>
    <message>
        <source>Show or hide this panel</source>
        <translation>Dieses Panel zeigen oder verbergen</translation>
    </message>
    <message>
        <source>Go to %1</source>
        <translation>Zu „%1“ gehen</translation>
    </message>
    <message>
        <source>&amp;Next Area</source>
        <translation>&amp;Nächster Bereich</translation>
    </message>
    <message>
        <source>Pre&amp;vious Area</source>
        <translation>&amp;Voriger Bereich</translation>
    </message>
    <message>
        <source>Zoom &amp;In</source>
        <translation>Ver&amp;größern</translation>
    </message>
    <message>
        <source>Zoom &amp;Out</source>
        <translation>Ver&amp;kleinern</translation>
    </message>
    <message>
        <source>&amp;Reset Zoom</source>
        <translation>&amp;Originalgröße</translation>
    </message>
    <message>
        <source>&amp;Theme</source>
        <translation>Farb&amp;schema</translation>
    </message>
    <message>
        <source>&amp;Full Screen</source>
        <translation>Vollbil&amp;d</translation>
    </message>
    <message>
        <source>&amp;Layout</source>
        <translation>&amp;Anordnung</translation>
    </message>
    <message>
        <source>&amp;Review</source>
        <translation>&amp;Durchsicht</translation>
    </message>
    <message>
        <source>&amp;Image Test</source>
        <translation>&amp;Image-Test</translation>
    </message>
    <message>
        <source>&amp;Teach</source>
        <translation>&amp;Unterricht</translation>
    </message>
    <message>
        <source>&amp;Compact</source>
        <translation>&amp;Kompakt</translation>
    </message>
    <message>
        <source>R&amp;eset Layout</source>
        <translation>Anordnung &amp;zurücksetzen</translation>
    </message>
    <message>
        <source>&amp;System</source>
        <translation>&amp;System</translation>
    </message>
    <message>
        <source>&amp;Light</source>
        <translation>&amp;Hell</translation>
    </message>
    <message>
        <source>&amp;Dark</source>
        <translation>&amp;Dunkel</translation>
    </message>
    <message>
        <source>&amp;High Contrast</source>
        <translation>Hoher &amp;Kontrast</translation>
    </message>
    <message>
        <source>&amp;Help</source>
        <translation>&amp;Hilfe</translation>
    </message>
    <message>
        <source>&amp;Guide</source>
        <translation>&amp;Handbuch</translation>
    </message>
    <message>
        <source>&amp;What&apos;s This?</source>
        <translation>&amp;Direkthilfe</translation>
    </message>
    <message>
        <source>&amp;About Sandbench</source>
        <translation>Ü&amp;ber Sandbench</translation>
    </message>
    <message>
        <source>About Sandbench</source>
        <translation>Über Sandbench</translation>
    </message>
    <message>
        <source>Sandbench %1
A workbench for code that nobody should trust yet.</source>
        <translation>Sandbench %1
Eine Werkbank für Code, dem noch niemand trauen sollte.</translation>
    </message>
    <message>
        <source>About &amp;Qt</source>
        <translation>Über &amp;Qt</translation>
    </message>
    <message>
        <source>Plots (%1)</source>
        <translation>Diagramme (%1)</translation>
    </message>
    <message>
        <source>Changes (%1)</source>
        <translation>Änderungen (%1)</translation>
    </message>
    <message>
        <source>no document is open</source>
        <translation>kein Dokument ist offen</translation>
    </message>
    <message>
        <source>the document is still being opened</source>
        <translation>das Dokument wird noch geöffnet</translation>
    </message>
    <message>
        <source>a program is running, stop it first</source>
        <translation>ein Programm läuft, es zuerst anhalten</translation>
    </message>
    <message>
        <source>nothing has been run in this session yet</source>
        <translation>in dieser Sitzung wurde noch nichts ausgeführt</translation>
    </message>
    <message>
        <source>nothing has been run yet</source>
        <translation>noch nichts wurde ausgeführt</translation>
    </message>
    <message>
        <source>save the document first, a copy of the folder that it is in is what it gets</source>
        <translation>das Dokument zuerst speichern: eine Kopie seines Ordners ist, was der Lauf bekommt</translation>
    </message>
    <message>
        <source>only what came from an answer is to be reviewed</source>
        <translation>nur was aus einer Antwort kam, ist durchzusehen</translation>
    </message>
    <message>
        <source>nothing has been run in this session</source>
        <translation>in dieser Sitzung wurde nichts ausgeführt</translation>
    </message>
    <message>
        <source>&amp;Run on Copy</source>
        <translation>Auf &amp;Kopie ausführen</translation>
    </message>
    <message>
        <source>&amp;Terminate</source>
        <translation>&amp;Beenden</translation>
    </message>
    <message>
        <source>&amp;Kill</source>
        <translation>Ende er&amp;zwingen</translation>
    </message>
    <message>
        <source>&amp;Destroy</source>
        <translation>Zer&amp;stören</translation>
    </message>
    <message>
        <source>nothing is running</source>
        <translation>nichts läuft</translation>
    </message>
    <message>
        <source>no session is open</source>
        <translation>keine Sitzung ist offen</translation>
    </message>
    <message>
        <source>there is one session</source>
        <translation>es gibt nur eine Sitzung</translation>
    </message>
    <message>
        <source>Saving %1 before it runs…</source>
        <translation>%1 wird vor dem Lauf gespeichert…</translation>
    </message>
    <message>
        <source>%1, on a copy of %2</source>
        <translation>%1, auf einer Kopie von %2</translation>
    </message>
    <message>
        <source>%1, from line %2</source>
        <translation>%1, ab Zeile %2</translation>
    </message>
    <message>
        <source>Nothing to undo: no selection or line of Python has left its variables here.</source>
        <translation>Nichts rückgängig zu machen: Keine Auswahl oder Zeile von Python hat hier ihre Variablen hinterlassen.</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>Rückgängig</translation>
    </message>
    <message>
        <source>The sandbox went away</source>
        <translation>Die Sandbox ist verschwunden</translation>
    </message>
    <message>
        <source>The sandbox went away: %1. The next run opens a new one.</source>
        <translation>Die Sandbox ist verschwunden: %1. Der nächste Lauf öffnet eine neue.</translation>
    </message>
    <message>
        <source>Cancelled</source>
        <translation>Abgebrochen</translation>
    </message>
    <message>
        <source>Failed</source>
        <translation>Fehlgeschlagen</translation>
    </message>
    <message>
        <source>network off</source>
        <translation>Netzwerk aus</translation>
    </message>
    <message>
        <source>network off since the install</source>
        <translation>Netzwerk aus seit der Installation</translation>
    </message>
    <message>
        <source>⚠ network %1</source>
        <translation>⚠ Netzwerk %1</translation>
    </message>
    <message>
        <source>⚠ folders: %1</source>
        <translation>⚠ Ordner: %1</translation>
    </message>
    <message>
        <source>all isolation layers on</source>
        <translation>alle Isolationsschichten an</translation>
    </message>
    <message>
        <source>⚠ isolation has gaps: %1</source>
        <translation>⚠ Isolation hat Lücken: %1</translation>
    </message>
    <message>
        <source>The Sessions panel says what isolates the program.</source>
        <translation>Das Panel „Sitzungen“ sagt, was das Programm isoliert.</translation>
    </message>
    <message>
        <source>Rep&amp;air with a Model…</source>
        <translation>Mit einem Modell rep&amp;arieren…</translation>
    </message>
    <message>
        <source>Ask a M&amp;odel…</source>
        <translation>M&amp;odell fragen…</translation>
    </message>
    <message>
        <source>Open Its Programs</source>
        <translation>Seine Programme öffnen</translation>
    </message>
    <message>
        <source>Repair this program. Say in a sentence or two what is wrong with it, then give the whole repaired program in one block of code.</source>
        <translation>Repariere dieses Programm. Sage in ein oder zwei Sätzen, was daran falsch ist, und gib dann das ganze reparierte Programm in einem Codeblock an.</translation>
    </message>
    <message>
        <source>no model is set up; name its server in Settings &gt; Model</source>
        <translation>kein Modell ist eingerichtet; nennen Sie seinen Server unter Einstellungen &gt; Modell</translation>
    </message>
    <message>
        <source>Outline</source>
        <translation>Gliederung</translation>
    </message>
    <message>
        <source>The variables are as they were before “%1”.</source>
        <translation>Die Variablen sind wie vor „%1“.</translation>
    </message>
    <message>
        <source>Files that came back: %1.</source>
        <translation>Zurückgekehrte Dateien: %1.</translation>
    </message>
    <message>
        <source>Files that stay as they are: %1.</source>
        <translation>Dateien, die bleiben, wie sie sind: %1.</translation>
    </message>
    <message>
        <source>threads that will not run (%1)</source>
        <translation>Threads, die nicht laufen werden (%1)</translation>
    </message>
    <message>
        <source>sockets that stay as they are now (%1)</source>
        <translation>Sockets, die bleiben, wie sie jetzt sind (%1)</translation>
    </message>
    <message>
        <source>files that stay as they are now (%1)</source>
        <translation>Dateien, die bleiben, wie sie jetzt sind (%1)</translation>
    </message>
    <message>
        <source>Undoing “%1” does not bring back everything: %2.</source>
        <translation>„%1“ rückgängig zu machen bringt nicht alles zurück: %2.</translation>
    </message>
    <message>
        <source>Run C&amp;ell</source>
        <translation>Z&amp;elle ausführen</translation>
    </message>
    <message>
        <source>Run Cell and Adva&amp;nce</source>
        <translation>Zelle ausführen und &amp;weiter</translation>
    </message>
    <message>
        <source>&amp;Split View</source>
        <translation>Ansicht &amp;teilen</translation>
    </message>
    <message>
        <source>Second View &amp;Below</source>
        <translation>Zweite Ansicht &amp;darunter</translation>
    </message>
    <message>
        <source>Ot&amp;her View</source>
        <translation>An&amp;dere Ansicht</translation>
    </message>
    <message>
        <source>the view is not split</source>
        <translation>die Ansicht ist nicht geteilt</translation>
    </message>
    <message>
        <source>files that nobody watched</source>
        <translation>Dateien, die niemand beobachtet hat</translation>
    </message>
    <message>
        <source>C&amp;omplete</source>
        <translation>Vervolls&amp;tändigen</translation>
    </message>
    <message>
        <source>Images</source>
        <translation>Images</translation>
    </message>
    <message>
        <source>Terminal</source>
        <translation>Terminal</translation>
    </message>
    <message>
        <source>Files</source>
        <translation>Dateien</translation>
    </message>
    <message>
        <source>&amp;Duplicate Session</source>
        <translation>Sitzung &amp;verdoppeln</translation>
    </message>
    <message>
        <source>&amp;Use of the Session</source>
        <translation>Ver&amp;brauch der Sitzung</translation>
    </message>
    <message>
        <source>Show &amp;Beside Others</source>
        <translation>&amp;Neben anderen zeigen</translation>
    </message>
    <message>
        <source>Run in &amp;All Pinned Sessions</source>
        <translation>In &amp;allen angehefteten Sitzungen ausführen</translation>
    </message>
    <message>
        <source>C&amp;olour</source>
        <translation>&amp;Farbe</translation>
    </message>
    <message>
        <source>Take Snap&amp;shot</source>
        <translation>&amp;Schnappschuss aufnehmen</translation>
    </message>
    <message>
        <source>Snapsho&amp;ts…</source>
        <translation>Schnapps&amp;chüsse …</translation>
    </message>
    <message>
        <source>there is no folder to keep them in</source>
        <translation>es gibt keinen Ordner dafür</translation>
    </message>
    <message>
        <source>Snapshots…</source>
        <translation>Schnappschüsse …</translation>
    </message>
    <message>
        <source>Open when the window ended unexpectedly: %1. What ran in them has ended, and files are only in snapshots.</source>
        <translation>Offen, als das Fenster unerwartet endete: %1. Was darin lief, ist beendet, und Dateien gibt es nur in Schnappschüssen.</translation>
    </message>
    <message>
        <source>Open Again</source>
        <translation>Wieder öffnen</translation>
    </message>
    <message>
        <source>Presen&amp;tation</source>
        <translation>&amp;Vorführung</translation>
    </message>
    <message>
        <source>&amp;Presentation</source>
        <translation>&amp;Vorführung</translation>
    </message>
    <message>
        <source>&amp;Beamer Window</source>
        <translation>&amp;Beamer-Fenster</translation>
    </message>
    <message>
        <source>P&amp;ointer</source>
        <translation>&amp;Zeiger</translation>
    </message>
    <message>
        <source>&amp;Magnifier</source>
        <translation>&amp;Lupe</translation>
    </message>
    <message>
        <source>Matrix</source>
        <translation>Matrix</translation>
    </message>
    <message>
        <source>The colour that tells a session from others, in the list and above pinned ones.</source>
        <translation>Die Farbe, die eine Sitzung von anderen unterscheidet, in der Liste und über angehefteten.</translation>
    </message>
    <message>
        <source>Steps</source>
        <translation>Schritte</translation>
    </message>
    <message>
        <source>Run Step &amp;by Step</source>
        <translation>S&amp;chritt für Schritt ausführen</translation>
    </message>
    <message>
        <source>Toggle Brea&amp;kpoint</source>
        <translation>Haltepun&amp;kt umschalten</translation>
    </message>
    <message>
        <source>only programs in Python can be run step by step</source>
        <translation>nur Python-Programme können Schritt für Schritt laufen</translation>
    </message>
    <message>
        <source>Lesson</source>
        <translation>Lektion</translation>
    </message>
    <message>
        <source>&amp;Plots</source>
        <translation>&amp;Diagramme</translation>
    </message>
    <message>
        <source>What a &amp;Sandbox Stops</source>
        <translation>Was eine &amp;Sandbox aufhält</translation>
    </message>
    <message>
        <source>A &amp;Bug Hunt</source>
        <translation>&amp;Fehlersuche</translation>
    </message>
    <message>
        <source>&amp;Lessons</source>
        <translation>&amp;Lektionen</translation>
    </message>
    <message>
        <source>&amp;Open Lesson…</source>
        <translation>Lektion &amp;öffnen …</translation>
    </message>
    <message>
        <source>Open Lesson</source>
        <translation>Lektion öffnen</translation>
    </message>
    <message>
        <source>&amp;New Lesson…</source>
        <translation>&amp;Neue Lektion …</translation>
    </message>
    <message>
        <source>Folder for the New Lesson</source>
        <translation>Ordner für die neue Lektion</translation>
    </message>
    <message>
        <source>&amp;Write This Lesson</source>
        <translation>Diese Lektion sch&amp;reiben</translation>
    </message>
    <message>
        <source>&amp;Add Current Document as a Step</source>
        <translation>A&amp;ktuelles Dokument als Schritt anfügen</translation>
    </message>
    <message>
        <source>&amp;Export Lesson…</source>
        <translation>Lektion e&amp;xportieren …</translation>
    </message>
    <message>
        <source>Bac&amp;k</source>
        <translation>&amp;Zurück</translation>
    </message>
    <message>
        <source>&amp;Run Step</source>
        <translation>Schritt &amp;ausführen</translation>
    </message>
    <message>
        <source>Ne&amp;xt</source>
        <translation>&amp;Weiter</translation>
    </message>
    <message>
        <source>Rese&amp;t</source>
        <translation>Z&amp;urücksetzen</translation>
    </message>
    <message>
        <source>Show Solut&amp;ion</source>
        <translation>Lösun&amp;g zeigen</translation>
    </message>
    <message>
        <source>no lesson is open</source>
        <translation>es ist keine Lektion offen</translation>
    </message>
    <message>
        <source>this is the first step</source>
        <translation>dies ist der erste Schritt</translation>
    </message>
    <message>
        <source>this is the last step</source>
        <translation>dies ist der letzte Schritt</translation>
    </message>
    <message>
        <source>it came with Sandbench; export it, and open the copy</source>
        <translation>sie kam mit Sandbench; exportieren Sie sie, und öffnen Sie die Kopie</translation>
    </message>
    <message>
        <source>this step has no solution to show</source>
        <translation>dieser Schritt hat keine Lösung, die zu zeigen wäre</translation>
    </message>
    <message>
        <source>the last run is still being checked</source>
        <translation>der letzte Lauf wird noch geprüft</translation>
    </message>
    <message>
        <source>this step has no program</source>
        <translation>dieser Schritt hat kein Programm</translation>
    </message>
    <message>
        <source>open a lesson.md to be written, then go to the document of a program</source>
        <translation>öffnen Sie eine lesson.md zum Schreiben, und gehen Sie dann zum Dokument eines Programms</translation>
    </message>
    <message>
        <source>Export Lesson: an archive, or a new folder</source>
        <translation>Lektion exportieren: ein Archiv oder ein neuer Ordner</translation>
    </message>
    <message>
        <source>Archive (*.zip)</source>
        <translation>Archiv (*.zip)</translation>
    </message>
    <message>
        <source>Folder (*)</source>
        <translation>Ordner (*)</translation>
    </message>
    <message>
        <source>1 file</source>
        <translation>1 Datei</translation>
    </message>
    <message>
        <source>%1 files</source>
        <translation>%1 Dateien</translation>
    </message>
    <message>
        <source>The snapshot of %1 has %2 (%3).</source>
        <translation>Der Schnappschuss von %1 hat %2 (%3).</translation>
    </message>
    <message>
        <source>Grade</source>
        <translation>Bewertung</translation>
    </message>
    <message>
        <source>&amp;Keep as Image…</source>
        <translation>Als I&amp;mage behalten …</translation>
    </message>
    <message>
        <source>The image %1 is made.</source>
        <translation>Das Image %1 ist gemacht.</translation>
    </message>
    <message>
        <source>Show Images</source>
        <translation>Images zeigen</translation>
    </message>
    <message>
        <source>Batch</source>
        <translation>Stapel</translation>
    </message>
</context>
<context>
    <name>sandbench::ui::MarkRuler</name>
    <message>
        <source>Ruler of findings</source>
        <translation>Leiste der Befunde</translation>
    </message>
    <message>
        <source>Marks: %1</source>
        <translation>Marken: %1</translation>
    </message>
    <message>
        <source>Line %1: %2</source>
        <translation>Zeile %1: %2</translation>
    </message>
</context>
<context>
    <name>sandbench::ui::MemberForm</name>
    <message>
        <source>Shows or hides what else a sandbox can be asked for</source>
        <translation>Zeigt oder verbirgt, was von einer Sandbox noch verlangt werden kann</translation>
    </message>
    <message>
        <source>%1; several with spaces</source>
        <translation>%1; mehrere mit Leerzeichen</translation>
    </message>
    <message>
        <source>None</source>
        <translation>Keine</translation>
    </message>
    <message numerus="yes">
        <source>%n set</source>
        <translation>
            <numerusform>%n gesetzt</numerusform>
            <numerusform>%n gesetzt</numerusform>
        </translation>
    </message>
    <message>
        <source>More options: %1</source>
        <translation>Weitere Optionen: %1</translation>
    </message>
    <message>
        <source>What there is to choose from</source>
        <translation>Was zur Wahl steht</translation>
    </message>
</context>
<context>
    <name>sandbench::ui::MessageBar</name>
    <message>
        <source>Dismiss</source>
        <translation>Verwerfen</translation>
    </message>
    <message>
        <source>Dismiss message</source>
        <translation>Meldung verwerfen</translation>
    </message>
</context>
<context>
    <name>sandbench::ui::ModelDesk</name>
    <message>
        <source>Answer of %1</source>
        <translation>Antwort von %1</translation>
    </message>
    <message>
        <source>Models of %1</source>
        <translation>Modelle von %1</translation>
    </message>
    <message>
        <source>Forget the key of %1</source>
        <translation>Schlüssel von %1 vergessen</translation>
    </message>
    <message>
        <source>The key is forgotten.</source>
        <translation>Der Schlüssel ist vergessen.</translation>
    </message>
    <message>
        <source>a model at %1</source>
        <translation>ein Modell bei %1</translation>
    </message>
    <message>
        <source>model %1 at %2</source>
        <translation>Modell %1 bei %2</translation>
    </message>
    <message>
        <source>The answer is cut short: the model may not say more at once. Ask for less, or raise the limit of its server.</source>
        <translation>Die Antwort bricht ab: Mehr darf das Modell nicht auf einmal sagen. Fragen Sie nach weniger, oder erhöhen Sie die Grenze seines Servers.</translation>
    </message>
    <message>
        <source>The server held back the rest of the answer. Ask in other words.</source>
        <translation>Der Server hat den Rest der Antwort zurückgehalten. Fragen Sie mit anderen Worten.</translation>
    </message>
    <message>
        <source>The connection ended before the answer did. Send it once more.</source>
        <translation>Die Verbindung endete vor der Antwort. Senden Sie noch einmal.</translation>
    </message>
    <message>
        <source>The answer is there. Nobody has reviewed it yet.</source>
        <translation>Die Antwort ist da. Noch hat sie niemand geprüft.</translation>
    </message>
    <message>
        <source>Stopped. What came of the answer is kept.</source>
        <translation>Angehalten. Was von der Antwort kam, bleibt.</translation>
    </message>
    <message>
        <source>Stopped.</source>
        <translation>Angehalten.</translation>
    </message>
    <message>
        <source>%1. Enter the key and send it once more.</source>
        <translation>%1. Geben Sie den Schlüssel ein und senden Sie noch einmal.</translation>
    </message>
    <message>
        <source>No key is kept: %1.</source>
        <translation>Es ist kein Schlüssel aufbewahrt: %1.</translation>
    </message>
    <message>
        <source>The model had nothing to say. Ask in other words, or another model.</source>
        <translation>Das Modell hatte nichts zu sagen. Fragen Sie mit anderen Worten oder ein anderes Modell.</translation>
    </message>
</context>
<context>
    <name>sandbench::ui::ModelDialog</name>
    <message>
        <source>Ask a Model</source>
        <translation>Modell fragen</translation>
    </message>
    <message>
        <source>What is sent</source>
        <translation>Was gesendet wird</translation>
    </message>
    <message>
        <source>What the model is to do. This text is sent, and nothing else, when you press Send.</source>
        <translation>Was das Modell tun soll. Dieser Text wird gesendet und sonst nichts, sobald Sie „Senden“ drücken.</translation>
    </message>
    <message>
        <source>What came of it</source>
        <translation>Was daraus wurde</translation>
    </message>
    <message>
        <source>&amp;Model:</source>
        <translation>&amp;Modell:</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>Modell</translation>
    </message>
    <message>
        <source>the one that the server chooses</source>
        <translation>das, das der Server wählt</translation>
    </message>
    <message>
        <source>&amp;List Models</source>
        <translation>Modelle auf&amp;listen</translation>
    </message>
    <message>
        <source>Asks the server which models it has; no text is sent.</source>
        <translation>Fragt den Server nach seinen Modellen; es wird kein Text gesendet.</translation>
    </message>
    <message>
        <source>&amp;Key:</source>
        <translation>S&amp;chlüssel:</translation>
    </message>
    <message>
        <source>Key of the server</source>
        <translation>Schlüssel des Servers</translation>
    </message>
    <message>
        <source>the one that is kept, or none</source>
        <translation>der aufbewahrte, oder keiner</translation>
    </message>
    <message>
        <source>How long the key is kept</source>
        <translation>Wie lange der Schlüssel aufbewahrt wird</translation>
    </message>
    <message>
        <source>Keep in the keyring</source>
        <translation>Im Schlüsselbund aufbewahren</translation>
    </message>
    <message>
        <source>Keep until the window closes</source>
        <translation>Bis zum Schließen des Fensters behalten</translation>
    </message>
    <message>
        <source>Use once</source>
        <translation>Einmal verwenden</translation>
    </message>
    <message>
        <source>&amp;Forget Key</source>
        <translation>Schlüssel &amp;vergessen</translation>
    </message>
    <message>
        <source>Removes this server&apos;s key from the keyring and from memory.</source>
        <translation>Entfernt den Schlüssel dieses Servers aus dem Schlüsselbund und aus dem Speicher.</translation>
    </message>
    <message>
        <source>Se&amp;ttings…</source>
        <translation>&amp;Einstellungen…</translation>
    </message>
    <message>
        <source>St&amp;op</source>
        <translation>AAnha&amp;ltenamp;nhalten</translation>
    </message>
    <message>
        <source>&amp;Send</source>
        <translation>&amp;Senden</translation>
    </message>
    <message>
        <source>No server is set up. Name one in the settings.</source>
        <translation>Kein Server ist eingerichtet. Nennen Sie einen in den Einstellungen.</translation>
    </message>
    <message>
        <source>Waiting for the answer, which opens as a document of its own.</source>
        <translation>Warten auf die Antwort, die sich als eigenes Dokument öffnet.</translation>
    </message>
    <message>
        <source>These are its models; choose one above.</source>
        <translation>Das sind seine Modelle; wählen Sie oben eines.</translation>
    </message>
    <message>
        <source>Goes to %1, whichever model it has (%2)</source>
        <translation>Geht an %1, welches Modell er auch hat (%2)</translation>
    </message>
    <message>
        <source>Goes to %1, model %2 (%3)</source>
        <translation>Geht an %1, Modell %2 (%3)</translation>
    </message>
</context>
<context>
    <name>sandbench::ui::NetworkPicker</name>
    <message>
        <source>Name of the network</source>
        <translation>Name des Netzwerks</translation>
    </message>
    <message>
        <source>Command that installs</source>
        <translation>Befehl, der installiert</translation>
    </message>
    <message>
        <source>Command, as pip install rich</source>
        <translation>Befehl, etwa pip install rich</translation>
    </message>
    <message>
        <source>Network</source>
        <translation>Netzwerk</translation>
    </message>
    <message>
        <source>None</source>
        <translation>Keins</translation>
    </message>
    <message>
        <source>Only while packages are installed</source>
        <translation>Nur während Pakete installiert werden</translation>
    </message>
    <message>
        <source>Bridge: what the engine&apos;s machine reaches</source>
        <translation>Bridge: was der Rechner der Engine erreicht</translation>
    </message>
    <message>
        <source>A network of the engine&apos;s…</source>
        <translation>Ein Netzwerk der Engine…</translation>
    </message>
    <message>
        <source>Pod: what the cluster lets its pods reach</source>
        <translation>Pod: was der Cluster seine Pods erreichen lässt</translation>
    </message>
    <message>
        <source>Write the command that installs, or choose another network.</source>
        <translation>Den Befehl eingeben, der installiert, oder ein anderes Netzwerk wählen.</translation>
    </message>
    <message>
        <source>Name the network.</source>
        <translation>Das Netzwerk angeben.</translation>
    </message>
    <message>
        <source>Programs reach nothing.</source>
        <translation>Programme erreichen nichts.</translation>
    </message>
    <message>
        <source>⚠ Relaxed: the command reaches the internet; then the network is taken away permanently, and programs reach nothing.</source>
        <translation>⚠ Gelockert: Der Befehl erreicht das Internet; dann wird das Netzwerk endgültig entfernt, und Programme erreichen nichts.</translation>
    </message>
    <message>
        <source>⚠ Relaxed: programs reach whatever the cluster lets its pods reach.</source>
        <translation>⚠ Gelockert: Programme erreichen, was der Cluster seine Pods erreichen lässt.</translation>
    </message>
    <message>
        <source>⚠ Relaxed: programs reach the internet, and machines near the engine&apos;s.</source>
        <translation>⚠ Gelockert: Programme erreichen das Internet und Rechner in der Nähe der Engine.</translation>
    </message>
    <message>
        <source>⚠ Relaxed: programs reach everything that is on this network.</source>
        <translation>⚠ Gelockert: Programme erreichen alles in diesem Netzwerk.</translation>
    </message>
</context>
<context>
    <name>sandbench::ui::NewSessionDialog</name>
    <message>
        <source>New Session</source>
        <translation>Neue Sitzung</translation>
    </message>
    <message>
        <source>Session Options</source>
        <translation>Sitzungsoptionen</translation>
    </message>
    <message>
        <source>Engine</source>
        <translation>Engine</translation>
    </message>
    <message>
        <source>Check A&amp;gain</source>
        <translation>Erneut &amp;prüfen</translation>
    </message>
    <message>
        <source>&amp;Connection</source>
        <translation>&amp;Verbindung</translation>
    </message>
    <message>
        <source>&amp;Image</source>
        <translation>&amp;Image</translation>
    </message>
    <message>
        <source>Pro&amp;file</source>
        <translation>P&amp;rofil</translation>
    </message>
    <message>
        <source>&amp;Size</source>
        <translation>&amp;Größe</translation>
    </message>
    <message>
        <source>&amp;Network</source>
        <translation>&amp;Netzwerk</translation>
    </message>
    <message>
        <source>Us&amp;er</source>
        <translation>B&amp;enutzer</translation>
    </message>
    <message>
        <source>Fol&amp;ders</source>
        <translation>Or&amp;dner</translation>
    </message>
    <message>
        <source>&amp;Pod</source>
        <translation>P&amp;od</translation>
    </message>
    <message>
        <source>&amp;More</source>
        <translation>&amp;Weiteres</translation>
    </message>
    <message>
        <source>What the sandbox will be</source>
        <translation>Was die Sandbox wird</translation>
    </message>
    <message>
        <source>Do not &amp;ask again: open with this choice</source>
        <translation>Nicht mehr &amp;fragen: mit dieser Wahl öffnen</translation>
    </message>
    <message>
        <source>&amp;Open</source>
        <translation>&amp;Öffnen</translation>
    </message>
    <message>
        <source>&amp;Use for Next Sessions</source>
        <translation>Für &amp;künftige Sitzungen verwenden</translation>
    </message>
    <message>
        <source>A node of the cluster fetches it where it is not there yet.</source>
        <translation>Ein Knoten des Clusters holt es, wo es noch nicht da ist.</translation>
    </message>
    <message>
        <source>⚠ %1</source>
        <translation>⚠ %1</translation>
    </message>
    <message>
        <source>%1 cannot be used now: choose another engine, or put it right and check again.</source>
        <translation>%1 ist jetzt nicht verwendbar: eine andere Engine wählen oder das Problem beheben und erneut prüfen.</translation>
    </message>
    <message>
        <source>Who makes the sandbox. Embedded needs no daemon and no image; the others make containers or pods, from images.</source>
        <translation>Wer die Sandbox macht. „Eingebaut“ braucht keinen Dienst und kein Image; die anderen machen Container oder Pods aus Images.</translation>
    </message>
    <message>
        <source>How the engine is reached: on this machine, or on another one that the settings name.</source>
        <translation>Wie die Engine erreicht wird: auf diesem Rechner oder auf einem anderen, den die Einstellungen nennen.</translation>
    </message>
    <message>
        <source>What is installed in the sandbox. Empty means the usual image of the language. One that the engine lacks can be pulled here.</source>
        <translation>Was in der Sandbox installiert ist. Leer heißt: das übliche Image der Sprache. Eines, das der Engine fehlt, lässt sich hier abrufen.</translation>
    </message>
    <message>
        <source>Sets limits, network and rights together. Programs that you do not know belong into the strict one.</source>
        <translation>Setzt Grenzen, Netzwerk und Rechte zusammen. Unbekannte Programme gehören in das strenge (strict).</translation>
    </message>
    <message>
        <source>How much memory, processor time, processes and disk a program may use at most.</source>
        <translation>Wie viel Speicher, Rechenzeit, Prozesse und Plattenplatz ein Programm höchstens verwenden darf.</translation>
    </message>
    <message>
        <source>None is the safe choice. A network for installs alone is taken away before the first program runs.</source>
        <translation>„Keins“ ist die sichere Wahl. Ein Netzwerk nur für Installationen wird entfernt, bevor das erste Programm läuft.</translation>
    </message>
    <message>
        <source>As whom programs run in the sandbox, and whether they may change its system. Without rights is the usual.</source>
        <translation>Als wer Programme in der Sandbox laufen und ob sie deren System ändern dürfen. Üblich ist ohne Rechte.</translation>
    </message>
    <message>
        <source>Folders of this machine that programs can see. Without any they see none; one that they may write is as good as theirs.</source>
        <translation>Ordner dieses Rechners, die Programme sehen können. Ohne Angabe sehen sie keine; ein beschreibbarer gehört ihnen so gut wie ganz.</translation>
    </message>
    <message>
        <source>Where in the cluster the pod is made, or which existing one is entered.</source>
        <translation>Wo im Cluster der Pod entsteht oder welcher vorhandene betreten wird.</translation>
    </message>
    <message>
        <source>Everything else that a sandbox of this engine can be asked for.</source>
        <translation>Alles andere, was von einer Sandbox dieser Engine verlangt werden kann.</translation>
    </message>
    <message>
        <source>What these choices come to, in words, before anything is made. What is less safe than usual is marked with ⚠.</source>
        <translation>Was diese Wahl ergibt, in Worten, bevor etwas gemacht wird. Was weniger sicher ist als üblich, ist mit ⚠ gekennzeichnet.</translation>
    </message>
    <message>
        <source>The next first run opens its session with this choice and asks nothing. Settings &gt; Sessions brings the question back.</source>
        <translation>Der nächste erste Lauf öffnet seine Sitzung mit dieser Wahl und fragt nichts. „Einstellungen &gt; Sitzungen“ bringt die Frage zurück.</translation>
    </message>
</context>
<context>
    <name>sandbench::ui::NumberChart</name>
    <message>
        <source>Chart of the numbers</source>
        <translation>Diagramm der Zahlen</translation>
    </message>
    <message>
        <source>%1 numbers from %2 to %3</source>
        <translation>%1 Zahlen von %2 bis %3</translation>
    </message>
</context>
<context>
    <name>sandbench::ui::OutlinePanel</name>
    <message>
        <source>Cell</source>
        <translation>Zelle</translation>
    </message>
    <message>
        <source>Cell: %1</source>
        <translation>Zelle: %1</translation>
    </message>
    <message>
        <source>type</source>
        <translation>Typ</translation>
    </message>
    <message>
        <source>function</source>
        <translation>Funktion</translation>
    </message>
    <message>
        <source>method</source>
        <translation>Methode</translation>
    </message>
    <message>
        <source>cell</source>
        <translation>Zelle</translation>
    </message>
    <message>
        <source>heading</source>
        <translation>Überschrift</translation>
    </message>
    <message>
        <source>Filter the outline</source>
        <translation>Gliederung filtern</translation>
    </message>
    <message>
        <source>Filter: name</source>
        <translation>Filter: Name</translation>
    </message>
    <message>
        <source>Outline</source>
        <translation>Gliederung</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>Name</translation>
    </message>
    <message>
        <source>Line</source>
        <translation>Zeile</translation>
    </message>
    <message>
        <source>%1, %2, line %3</source>
        <translation>%1, %2, Zeile %3</translation>
    </message>
    <message>
        <source>Open a document to see its outline.</source>
        <translation>Öffnen Sie ein Dokument, um seine Gliederung zu sehen.</translation>
    </message>
    <message>
        <source>No name has this in it.</source>
        <translation>Kein Name enthält das.</translation>
    </message>
    <message>
        <source>No functions, types or headings. A line # %% begins a cell.</source>
        <translation>Keine Funktionen, Typen oder Überschriften. Eine Zeile # %% beginnt eine Zelle.</translation>
    </message>
</context>
<context>
    <name>sandbench::ui::OutlineReader</name>
    <message>
        <source>a character that hides or looks like another</source>
        <translation>ein Zeichen, das sich verbirgt oder wie ein anderes aussieht</translation>
    </message>
</context>
<context>
    <name>sandbench::ui::OutputPanel</name>
    <message>
        <source>Nothing has been run yet: open a document and choose Run File.</source>
        <translation>Noch nichts wurde ausgeführt: ein Dokument öffnen und „Datei ausführen“ wählen.</translation>
    </message>
    <message>
        <source>Find in output</source>
        <translation>In der Ausgabe suchen</translation>
    </message>
    <message>
        <source>Follow</source>
        <translation>Folgen</translation>
    </message>
    <message>
        <source>Keep showing the newest output (End)</source>
        <translation>Immer die neueste Ausgabe zeigen (Ende)</translation>
    </message>
    <message>
        <source>Wrap</source>
        <translation>Umbrechen</translation>
    </message>
    <message>
        <source>Break long lines at the edge of the view</source>
        <translation>Lange Zeilen am Rand der Ansicht umbrechen</translation>
    </message>
    <message>
        <source>Clear</source>
        <translation>Leeren</translation>
    </message>
    <message>
        <source>Hide the output so far</source>
        <translation>Die bisherige Ausgabe verbergen</translation>
    </message>
    <message>
        <source>Save…</source>
        <translation>Speichern…</translation>
    </message>
    <message>
        <source>Save the whole output of the newest run</source>
        <translation>Die ganze Ausgabe des neuesten Laufs speichern</translation>
    </message>
    <message>
        <source>Find</source>
        <translation>Suchen</translation>
    </message>
    <message>
        <source>Find in Output</source>
        <translation>In der Ausgabe suchen</translation>
    </message>
    <message>
        <source>1 line</source>
        <translation>1 Zeile</translation>
    </message>
    <message>
        <source>%1 lines</source>
        <translation>%1 Zeilen</translation>
    </message>
    <message>
        <source>1 escape sequence ignored</source>
        <translation>1 Escape-Sequenz übergangen</translation>
    </message>
    <message>
        <source>%1 escape sequences ignored</source>
        <translation>%1 Escape-Sequenzen übergangen</translation>
    </message>
    <message>
        <source>showing the first %1 and the last %2</source>
        <translation>gezeigt werden die ersten %1 und die letzten %2</translation>
    </message>
    <message>
        <source>Save output</source>
        <translation>Ausgabe speichern</translation>
    </message>
    <message>
        <source>Saved to %1</source>
        <translation>In %1 gespeichert</translation>
    </message>
    <message>
        <source>Not saved: %1. Choose another place.</source>
        <translation>Nicht gespeichert: %1. Einen anderen Ort wählen.</translation>
    </message>
    <message>
        <source>Output as plain text</source>
        <translation>Ausgabe als einfacher Text</translation>
    </message>
    <message>
        <source>Program output, the last %1 lines</source>
        <translation>Programmausgabe, die letzten %1 Zeilen</translation>
    </message>
    <message>
        <source>&amp;Copy</source>
        <translation>&amp;Kopieren</translation>
    </message>
    <message>
        <source>Select &amp;All</source>
        <translation>A&amp;lles auswählen</translation>
    </message>
    <message>
        <source>C&amp;lear</source>
        <translation>Lee&amp;ren</translation>
    </message>
    <message>
        <source>&amp;Undo Clear</source>
        <translation>Leeren &amp;zurücknehmen</translation>
    </message>
    <message>
        <source>F&amp;old All Runs</source>
        <translation>Alle Läufe e&amp;inklappen</translation>
    </message>
    <message>
        <source>U&amp;nfold All Runs</source>
        <translation>Alle Läufe &amp;ausklappen</translation>
    </message>
    <message>
        <source>&amp;Find…</source>
        <translation>&amp;Suchen…</translation>
    </message>
    <message>
        <source>&amp;Save Output…</source>
        <translation>Ausgabe &amp;speichern…</translation>
    </message>
    <message>
        <source>Open Full &amp;Output</source>
        <translation>&amp;Vollständige Ausgabe öffnen</translation>
    </message>
    <message>
        <source>&amp;Plain Text View</source>
        <translation>Als einfacher &amp;Text</translation>
    </message>
</context>
<context>
    <name>sandbench::ui::PackageInstalls</name>
    <message>
        <source>Packages come from the folder %1: no network is used.</source>
        <translation>Pakete kommen aus dem Ordner %1: Kein Netzwerk wird verwendet.</translation>
    </message>
    <message>
        <source>⚠ The open session keeps its network %1: packages come over it, and programs reach it, too.</source>
        <translation>⚠ Die offene Sitzung behält ihr Netzwerk %1: Pakete kommen darüber, und auch Programme erreichen es.</translation>
    </message>
    <message>
        <source>⚠ A session is opened with the network %1, and keeps it.</source>
        <translation>⚠ Eine Sitzung wird mit dem Netzwerk %1 geöffnet und behält es.</translation>
    </message>
    <message>
        <source>A session is opened with the network %1 for the install alone: it is taken away permanently before the first program runs.</source>
        <translation>Eine Sitzung wird nur für die Installation mit dem Netzwerk %1 geöffnet: Es wird endgültig entfernt, bevor das erste Programm läuft.</translation>
    </message>
    <message>
        <source> ⚠ What the open session holds is lost.</source>
        <translation> ⚠ Was die offene Sitzung enthält, geht verloren.</translation>
    </message>
    <message>
        <source>packages are being installed</source>
        <translation>Pakete werden installiert</translation>
    </message>
    <message>
        <source>the settings are being read</source>
        <translation>die Einstellungen werden gelesen</translation>
    </message>
    <message>
        <source>the session is being opened</source>
        <translation>die Sitzung wird geöffnet</translation>
    </message>
    <message>
        <source>a program is running, stop it first</source>
        <translation>ein Programm läuft, es zuerst anhalten</translation>
    </message>
</context>
<context>
    <name>sandbench::ui::PackageSupport</name>
    <message>
        <source>%1 programs run in %2, and the open session is made from %3.</source>
        <translation>%1-Programme laufen in %2, und die offene Sitzung ist aus %3 gemacht.</translation>
    </message>
    <message>
        <source>Run Here</source>
        <translation>Hier ausführen</translation>
    </message>
    <message>
        <source> A new session takes its place; what it holds is lost.</source>
        <translation> Eine neue Sitzung tritt an ihre Stelle; was sie enthält, geht verloren.</translation>
    </message>
    <message>
        <source>Run in New Session</source>
        <translation>In neuer Sitzung ausführen</translation>
    </message>
    <message>
        <source>%1 programs run in %2.</source>
        <translation>%1-Programme laufen in %2.</translation>
    </message>
    <message>
        <source>Not Now</source>
        <translation>Nicht jetzt</translation>
    </message>
    <message>
        <source>…</source>
        <translation>…</translation>
    </message>
    <message>
        <source>%1 is in %2</source>
        <translation>%1 ist in %2</translation>
    </message>
    <message>
        <source>%1 is not in this image.</source>
        <translation>%1 ist nicht in diesem Image.</translation>
    </message>
    <message>
        <source>%1 is not in this sandbox.</source>
        <translation>%1 ist nicht in dieser Sandbox.</translation>
    </message>
    <message>
        <source>%1 are not in this image.</source>
        <translation>%1 sind nicht in diesem Image.</translation>
    </message>
    <message>
        <source>%1 are not in this sandbox.</source>
        <translation>%1 sind nicht in dieser Sandbox.</translation>
    </message>
    <message>
        <source> (%1)</source>
        <translation> (%1)</translation>
    </message>
    <message>
        <source>Beside this file, and not in the sandbox: %1.</source>
        <translation>Neben dieser Datei, aber nicht in der Sandbox: %1.</translation>
    </message>
    <message>
        <source>Run on a Copy of the Folder</source>
        <translation>Auf einer Kopie des Ordners ausführen</translation>
    </message>
    <message>
        <source> A new session gets them; what this one holds is lost.</source>
        <translation> Eine neue Sitzung bekommt sie; was diese enthält, geht verloren.</translation>
    </message>
    <message>
        <source>Install in New Session</source>
        <translation>In neuer Sitzung installieren</translation>
    </message>
    <message>
        <source>Install</source>
        <translation>Installieren</translation>
    </message>
</context>
<context>
    <name>sandbench::ui::PackagesPanel</name>
    <message>
        <source>What package managers print stands here.</source>
        <translation>Hier steht, was Paketmanager ausgeben.</translation>
    </message>
    <message>
        <source>Log of the installs</source>
        <translation>Protokoll der Installationen</translation>
    </message>
    <message>
        <source>Packages to install</source>
        <translation>Zu installierende Pakete</translation>
    </message>
    <message>
        <source>Names, with blanks between them</source>
        <translation>Namen, durch Leerzeichen getrennt</translation>
    </message>
    <message>
        <source>&amp;Install</source>
        <translation>&amp;Installieren</translation>
    </message>
    <message>
        <source>Requirements &amp;File…</source>
        <translation>Anforderungs&amp;datei…</translation>
    </message>
    <message>
        <source>S&amp;ources…</source>
        <translation>&amp;Quellen…</translation>
    </message>
    <message>
        <source>Index, proxy, certificates, or a folder of packages</source>
        <translation>Index, Proxy, Zertifikate oder ein Ordner mit Paketen</translation>
    </message>
    <message>
        <source>Installing</source>
        <translation>Installation läuft</translation>
    </message>
    <message>
        <source>&amp;Cancel</source>
        <translation>&amp;Abbrechen</translation>
    </message>
    <message>
        <source>Install What a File Lists</source>
        <translation>Installieren, was eine Datei aufführt</translation>
    </message>
    <message>
        <source>Install %1</source>
        <translation>%1 installieren</translation>
    </message>
    <message>
        <source>Installed</source>
        <translation>Installiert</translation>
    </message>
    <message>
        <source>Cancelled</source>
        <translation>Abgebrochen</translation>
    </message>
    <message>
        <source>Failed</source>
        <translation>Fehlgeschlagen</translation>
    </message>
    <message>
        <source>⚠ %1</source>
        <translation>⚠ %1</translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <translation>%1 (%2)</translation>
    </message>
    <message>
        <source>This session has only what its sandbox came with.</source>
        <translation>Diese Sitzung hat nur, was ihre Sandbox mitgebracht hat.</translation>
    </message>
    <message>
        <source>Installed in this session: %1</source>
        <translation>In dieser Sitzung installiert: %1</translation>
    </message>
    <message>
        <source>; </source>
        <translation>; </translation>
    </message>
    <message>
        <source>Packages for %1, installed by %2</source>
        <translation>Pakete für %1, installiert mit %2</translation>
    </message>
    <message>
        <source>%1 programs have no package manager here.</source>
        <translation>%1-Programme haben hier keinen Paketmanager.</translation>
    </message>
    <message>
        <source>. They are the system&apos;s: only root can install them, in a container whose files programs may change.</source>
        <translation>. Es sind die des Systems: Nur root kann sie installieren, in einem Container, dessen Dateien Programme ändern dürfen.</translation>
    </message>
    <message>
        <source>&amp;Install in New Session</source>
        <translation>In neuer Sitzung &amp;installieren</translation>
    </message>
</context>
<context>
    <name>sandbench::ui::PaletteModel</name>
    <message>
        <source>not available now</source>
        <translation>jetzt nicht verfügbar</translation>
    </message>
</context>
<context>
    <name>sandbench::ui::PdfView</name>
    <message>
        <source>Previous page</source>
        <translation>Vorige Seite</translation>
    </message>
    <message>
        <source>Next page</source>
        <translation>Nächste Seite</translation>
    </message>
    <message>
        <source>Page</source>
        <translation>Seite</translation>
    </message>
    <message>
        <source>Page </source>
        <translation>Seite </translation>
    </message>
    <message>
        <source>of %1</source>
        <translation>von %1</translation>
    </message>
</context>
<context>
    <name>sandbench::ui::PictureView</name>
    <message>
        <source>Fit into the view</source>
        <translation>In die Ansicht einpassen</translation>
    </message>
    <message>
        <source>Smaller</source>
        <translation>Kleiner</translation>
    </message>
    <message>
        <source>Larger</source>
        <translation>Größer</translation>
    </message>
    <message>
        <source>One picture pixel per screen pixel</source>
        <translation>Ein Bildpixel je Bildschirmpixel</translation>
    </message>
    <message>
        <source>Mark a pixel</source>
        <translation>Ein Pixel markieren</translation>
    </message>
    <message>
        <source>Tell of one pixel; keys move the mark</source>
        <translation>Ein Pixel beschreiben; Tasten bewegen die Marke</translation>
    </message>
    <message>
        <source>Move the mark left</source>
        <translation>Marke nach links</translation>
    </message>
    <message>
        <source>Move the mark right</source>
        <translation>Marke nach rechts</translation>
    </message>
    <message>
        <source>Move the mark up</source>
        <translation>Marke nach oben</translation>
    </message>
    <message>
        <source>Move the mark down</source>
        <translation>Marke nach unten</translation>
    </message>
    <message>
        <source>%1 by ten</source>
        <translation>%1 um zehn</translation>
    </message>
    <message>
        <source>Plot</source>
        <translation>Diagramm</translation>
    </message>
</context>
<context>
    <name>sandbench::ui::PixelLabel</name>
    <message>
        <source>x %1, y %2: %3, alpha %4</source>
        <translation>x %1, y %2: %3, Alpha %4</translation>
    </message>
</context>
<context>
    <name>sandbench::ui::PlotModel</name>
    <message>
        <source>Plot %1, run %2</source>
        <translation>Diagramm %1, Lauf %2</translation>
    </message>
    <message>
        <source>Plot %1</source>
        <translation>Diagramm %1</translation>
    </message>
    <message>
        <source>, %1, %2</source>
        <translation>, %1, %2</translation>
    </message>
    <message>
        <source>%1
%2, %3</source>
        <translation>%1
%2, %3</translation>
    </message>
    <message>
        <source>More than %1 cannot be dragged; save it instead.</source>
        <translation>Mehr als %1 lässt sich nicht ziehen; stattdessen speichern.</translation>
    </message>
    <message>
        <source>No file can be dragged: nothing can be written into %1.</source>
        <translation>Keine Datei lässt sich ziehen: In %1 kann nichts geschrieben werden.</translation>
    </message>
</context>
<context>
    <name>sandbench::ui::PlotPanel</name>
    <message>
        <source>Plots</source>
        <translation>Diagramme</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>Rückgängig</translation>
    </message>
    <message>
        <source>The plot list is full (%1 artifacts or 512 MB): the oldest are dropped.</source>
        <translation>Die Diagrammliste ist voll (%1 Ergebnisse oder 512 MB): Die ältesten fallen heraus.</translation>
    </message>
    <message>
        <source>Previous plot</source>
        <translation>Voriges Diagramm</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 von %2</translation>
    </message>
    <message>
        <source>Next plot</source>
        <translation>Nächstes Diagramm</translation>
    </message>
    <message>
        <source>Numbers</source>
        <translation>Zahlen</translation>
    </message>
    <message>
        <source>Show the figure&apos;s numbers beside it</source>
        <translation>Die Zahlen der Abbildung daneben zeigen</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>Kopieren</translation>
    </message>
    <message>
        <source>Copy the picture or what is selected</source>
        <translation>Das Bild oder das Ausgewählte kopieren</translation>
    </message>
    <message>
        <source>Save…</source>
        <translation>Speichern…</translation>
    </message>
    <message>
        <source>Save this artifact as it is</source>
        <translation>Dieses Ergebnis unverändert speichern</translation>
    </message>
    <message>
        <source>First plot</source>
        <translation>Erstes Diagramm</translation>
    </message>
    <message>
        <source>Last plot</source>
        <translation>Letztes Diagramm</translation>
    </message>
    <message>
        <source>100 % is one picture pixel per screen pixel</source>
        <translation>100 % ist ein Bildpixel je Bildschirmpixel</translation>
    </message>
    <message>
        <source>%1 %</source>
        <translation>%1 %</translation>
    </message>
    <message>
        <source>Save all…</source>
        <translation>Alle speichern…</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>Entfernen</translation>
    </message>
    <message>
        <source>Remove all</source>
        <translation>Alle entfernen</translation>
    </message>
    <message>
        <source>Background</source>
        <translation>Hintergrund</translation>
    </message>
    <message>
        <source>Theme</source>
        <translation>Farbschema</translation>
    </message>
    <message>
        <source>White</source>
        <translation>Weiß</translation>
    </message>
    <message>
        <source>Checker</source>
        <translation>Kariert</translation>
    </message>
    <message>
        <source>Dark</source>
        <translation>Dunkel</translation>
    </message>
    <message>
        <source>More</source>
        <translation>Mehr</translation>
    </message>
    <message>
        <source>1 plot removed</source>
        <translation>1 Diagramm entfernt</translation>
    </message>
    <message>
        <source>%1 plots removed</source>
        <translation>%1 Diagramme entfernt</translation>
    </message>
    <message>
        <source>There is no picture to copy.</source>
        <translation>Es gibt kein Bild zu kopieren.</translation>
    </message>
    <message>
        <source>The picture is still being read; copy it in a moment.</source>
        <translation>Das Bild wird noch gelesen; gleich noch einmal kopieren.</translation>
    </message>
    <message>
        <source>Save artifact</source>
        <translation>Ergebnis speichern</translation>
    </message>
    <message>
        <source>%1, %2 (*%3)</source>
        <translation>%1, %2 (*%3)</translation>
    </message>
    <message>
        <source>Saving %1</source>
        <translation>%1 wird gespeichert</translation>
    </message>
    <message>
        <source>%1 saved</source>
        <translation>%1 gespeichert</translation>
    </message>
    <message>
        <source>Save all artifacts into a folder</source>
        <translation>Alle Ergebnisse in einen Ordner speichern</translation>
    </message>
    <message>
        <source>Saving all artifacts</source>
        <translation>Alle Ergebnisse speichern</translation>
    </message>
    <message>
        <source>%1 of %2 artifacts saved.</source>
        <translation>%1 von %2 Ergebnissen gespeichert.</translation>
    </message>
    <message>
        <source>Open large</source>
        <translation>Groß öffnen</translation>
    </message>
    <message>
        <source>Full screen</source>
        <translation>Vollbild</translation>
    </message>
    <message>
        <source>Compare two</source>
        <translation>Zwei vergleichen</translation>
    </message>
    <message>
        <source>End the comparison</source>
        <translation>Vergleich beenden</translation>
    </message>
    <message>
        <source>Show the code that made it</source>
        <translation>Den Code zeigen, der es gemacht hat</translation>
    </message>
    <message>
        <source>Show as it is written</source>
        <translation>Zeigen, wie es geschrieben ist</translation>
    </message>
    <message>
        <source>Select the two plots to compare: with Ctrl and a click, or Shift and an arrow key.</source>
        <translation>Die zwei zu vergleichenden Diagramme auswählen: mit Strg und Klick oder mit Umschalt und Pfeiltaste.</translation>
    </message>
    <message>
        <source>Plot %1 cannot be compared: it is %2, and only pictures can.</source>
        <translation>Diagramm %1 lässt sich nicht vergleichen: Es ist %2, und das geht nur mit Bildern.</translation>
    </message>
</context>
<context>
    <name>sandbench::ui::PlotStage</name>
    <message>
        <source>Plots and files that a run makes show up here.</source>
        <translation>Diagramme und Dateien eines Laufs erscheinen hier.</translation>
    </message>
    <message>
        <source>A page that may run scripts. It gets no network, no files and no storage. Its engine is %1: a page made to attack that may succeed.</source>
        <translation>Eine Seite, die Skripte ausführen darf. Sie bekommt kein Netzwerk, keine Dateien und keinen Speicherplatz. Ihre Engine ist %1: Eine Seite, die zum Angriff gemacht ist, kann damit Erfolg haben.</translation>
    </message>
    <message>
        <source>This program runs as root, where the web engine has no sandbox of its own, so a page is not run. Start it as another user, or save the page.</source>
        <translation>Dieses Programm läuft als root, wo die Web-Engine keine eigene Sandbox hat; darum wird keine Seite ausgeführt. Es als anderer Benutzer starten oder die Seite speichern.</translation>
    </message>
    <message>
        <source>This program was started without a web engine, so pages can only be saved.</source>
        <translation>Dieses Programm wurde ohne Web-Engine gestartet, Seiten lassen sich darum nur speichern.</translation>
    </message>
    <message>
        <source>Sound and film are not played here, where their decoders would run in this window; save it to open it elsewhere.</source>
        <translation>Ton und Film werden hier nicht abgespielt, weil ihre Decoder in diesem Fenster laufen würden; zum Öffnen anderswo speichern.</translation>
    </message>
    <message>
        <source>Plot %1</source>
        <translation>Diagramm %1</translation>
    </message>
    <message>
        <source>this program was started without a web engine</source>
        <translation>dieses Programm wurde ohne Web-Engine gestartet</translation>
    </message>
    <message>
        <source>Shown as it is written: %1.</source>
        <translation>Gezeigt, wie es geschrieben ist: %1.</translation>
    </message>
    <message>
        <source>Not drawn: %1.</source>
        <translation>Nicht gezeichnet: %1.</translation>
    </message>
    <message>
        <source>Active: this page runs its own scripts, without network</source>
        <translation>Aktiv: Diese Seite führt ihre eigenen Skripte aus, ohne Netzwerk</translation>
    </message>
    <message>
        <source>Deactivate</source>
        <translation>Deaktivieren</translation>
    </message>
    <message>
        <source>Active: 1 request blocked</source>
        <translation>Aktiv: 1 Anfrage blockiert</translation>
    </message>
    <message>
        <source>Active: %1 requests blocked</source>
        <translation>Aktiv: %1 Anfragen blockiert</translation>
    </message>
    <message>
        <source>Active: this page keeps a processor busy</source>
        <translation>Aktiv: Diese Seite lastet einen Prozessor aus</translation>
    </message>
</context>
<context>
    <name>sandbench::ui::PlotStrip</name>
    <message>
        <source>Run %1</source>
        <translation>Lauf %1</translation>
    </message>
    <message>
        <source>Plots of this session</source>
        <translation>Diagramme dieser Sitzung</translation>
    </message>
</context>
<context>
    <name>sandbench::ui::PlotWindow</name>
    <message>
        <source>Previous plot</source>
        <translation>Voriges Diagramm</translation>
    </message>
    <message>
        <source>Next plot</source>
        <translation>Nächstes Diagramm</translation>
    </message>
    <message>
        <source>Full screen</source>
        <translation>Vollbild</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Schließen</translation>
    </message>
    <message>
        <source>Plot %1</source>
        <translation>Diagramm %1</translation>
    </message>
</context>
<context>
    <name>sandbench::ui::PodPicker</name>
    <message>
        <source>Existing pod</source>
        <translation>Vorhandener Pod</translation>
    </message>
    <message>
        <source>Existing pod: none, a new one is made</source>
        <translation>Vorhandener Pod: keiner, ein neuer wird erstellt</translation>
    </message>
    <message>
        <source>Manifest</source>
        <translation>Manifest</translation>
    </message>
    <message>
        <source>Manifest to put over the pod: none</source>
        <translation>Manifest, das über den Pod gelegt wird: keines</translation>
    </message>
    <message>
        <source>Container</source>
        <translation>Container</translation>
    </message>
    <message>
        <source>Container: the first, or the only one</source>
        <translation>Container: der erste oder einzige</translation>
    </message>
    <message>
        <source>Namespace</source>
        <translation>Namespace</translation>
    </message>
    <message>
        <source>Namespace: the context&apos;s own</source>
        <translation>Namespace: der des Kontexts</translation>
    </message>
    <message>
        <source>Bro&amp;wse…</source>
        <translation>Durch&amp;suchen…</translation>
    </message>
    <message>
        <source>Namespace: %1, the context&apos;s own</source>
        <translation>Namespace: %1, der des Kontexts</translation>
    </message>
    <message>
        <source>%1 is no name of a namespace.</source>
        <translation>%1 ist kein Name eines Namespace.</translation>
    </message>
    <message>
        <source>Name the manifest by its whole path.</source>
        <translation>Das Manifest mit seinem ganzen Pfad angeben.</translation>
    </message>
    <message>
        <source>Manifest of the Pod</source>
        <translation>Manifest des Pods</translation>
    </message>
    <message>
        <source>Manifests (*.yaml *.yml *.json)</source>
        <translation>Manifeste (*.yaml *.yml *.json)</translation>
    </message>
    <message>
        <source>All files (*)</source>
        <translation>Alle Dateien (*)</translation>
    </message>
</context>
<context>
    <name>sandbench::ui::PodPreview</name>
    <message>
        <source>The manifest says %1 more things otherwise.</source>
        <translation>Das Manifest sagt %1 weitere Dinge anders.</translation>
    </message>
    <message>
        <source>Manifest: %1</source>
        <translation>Manifest: %1</translation>
    </message>
</context>
<context>
    <name>sandbench::ui::PolicyShelf</name>
    <message>
        <source>Your own policies are left out: %1</source>
        <translation>Eigene Richtlinien sind ausgelassen: %1</translation>
    </message>
    <message>
        <source>%1 from %2 severity on</source>
        <translation>%1 ab dem Schweregrad %2</translation>
    </message>
    <message>
        <source>warns</source>
        <translation>warnt</translation>
    </message>
    <message>
        <source>asks</source>
        <translation>fragt</translation>
    </message>
    <message>
        <source>refuses</source>
        <translation>verweigert</translation>
    </message>
    <message>
        <source>Holds nothing.</source>
        <translation>Hält nichts auf.</translation>
    </message>
    <message>
        <source>It %1.</source>
        <translation>Sie %1.</translation>
    </message>
    <message>
        <source>Show findings only</source>
        <translation>Nur Befunde zeigen</translation>
    </message>
    <message>
        <source>Scans with the policy Development and shows what it finds; no run is held for it.</source>
        <translation>Scannt mit der Richtlinie Development und zeigt, was sie findet; kein Lauf wird deshalb aufgehalten.</translation>
    </message>
    <message>
        <source>Your policies are being read.</source>
        <translation>Die eigenen Richtlinien werden gelesen.</translation>
    </message>
    <message>
        <source>No policy</source>
        <translation>Keine Richtlinie</translation>
    </message>
    <message>
        <source>Nothing is scanned.</source>
        <translation>Nichts wird gescannt.</translation>
    </message>
    <message>
        <source>The policies are still being read; try again.</source>
        <translation>Die Richtlinien werden noch gelesen; erneut versuchen.</translation>
    </message>
    <message>
        <source>The policy %1 is not there any more; choose another one.</source>
        <translation>Die Richtlinie %1 gibt es nicht mehr; eine andere wählen.</translation>
    </message>
</context>
<context>
    <name>sandbench::ui::ProfilePicker</name>
    <message>
        <source>Profile</source>
        <translation>Profil</translation>
    </message>
    <message>
        <source>%1.</source>
        <translation>%1.</translation>
    </message>
    <message>
        <source>• %1</source>
        <translation>• %1</translation>
    </message>
    <message>
        <source>• %1, changed by hand</source>
        <translation>• %1, von Hand geändert</translation>
    </message>
    <message>
        <source>• not as the profile says: %1</source>
        <translation>• nicht wie im Profil: %1</translation>
    </message>
</context>
<context>
    <name>sandbench::ui::QuitSequence</name>
    <message>
        <source>These documents have changes that are not saved:
%1</source>
        <translation>Diese Dokumente haben ungespeicherte Änderungen:
%1</translation>
    </message>
    <message>
        <source>Documents are still being saved. Quit without waiting?</source>
        <translation>Dokumente werden noch gespeichert. Beenden, ohne zu warten?</translation>
    </message>
    <message>
        <source>Saving… Close once more to quit without waiting.</source>
        <translation>Es wird gespeichert… Noch einmal schließen, um zu beenden, ohne zu warten.</translation>
    </message>
    <message>
        <source>A program is running</source>
        <translation>Ein Programm läuft</translation>
    </message>
    <message>
        <source>Programs are running</source>
        <translation>Programme laufen</translation>
    </message>
    <message>
        <source>Quitting ends the program that is running, and its output is gone.</source>
        <translation>Das Beenden beendet auch das laufende Programm, und seine Ausgabe ist verloren.</translation>
    </message>
    <message>
        <source>Quitting ends the %1 programs that are running, and their output is gone.</source>
        <translation>Das Beenden beendet auch die %1 laufenden Programme, und ihre Ausgabe ist verloren.</translation>
    </message>
    <message>
        <source>End It and Quit</source>
        <translation>Programm beenden und schließen</translation>
    </message>
    <message>
        <source>End Them and Quit</source>
        <translation>Programme beenden und schließen</translation>
    </message>
    <message>
        <source>Unsaved changes</source>
        <translation>Ungespeicherte Änderungen</translation>
    </message>
</context>
<context>
    <name>sandbench::ui::RenderClient</name>
    <message>
        <source>The picture is larger than 64 MB.</source>
        <translation>Das Bild ist größer als 64 MB.</translation>
    </message>
    <message>
        <source>The picture reader (%1) is not installed next to this program.</source>
        <translation>Der Bildleser (%1) ist nicht neben diesem Programm installiert.</translation>
    </message>
    <message>
        <source>Reading the picture took longer than 5 seconds.</source>
        <translation>Das Lesen des Bildes hat länger als 5 Sekunden gedauert.</translation>
    </message>
    <message>
        <source>Reading the picture took more computing time than it may have.</source>
        <translation>Das Lesen des Bildes hat mehr Rechenzeit gebraucht, als es darf.</translation>
    </message>
    <message>
        <source>The picture made its reader fail; it may need more memory than is allowed, or be damaged.</source>
        <translation>Das Bild hat seinen Leser scheitern lassen; es braucht vielleicht mehr Speicher als erlaubt oder ist beschädigt.</translation>
    </message>
    <message>
        <source>The picture reader gave an answer that cannot be right.</source>
        <translation>Der Bildleser hat eine Antwort gegeben, die nicht stimmen kann.</translation>
    </message>
</context>
<context>
    <name>sandbench::ui::ReviewBar</name>
    <message>
        <source>The program is right</source>
        <translation>Das Programm ist richtig</translation>
    </message>
    <message>
        <source>The program is not right yet</source>
        <translation>Das Programm ist noch nicht richtig</translation>
    </message>
    <message>
        <source>The program is wrong</source>
        <translation>Das Programm ist falsch</translation>
    </message>
    <message>
        <source>Note on this run</source>
        <translation>Notiz zu diesem Lauf</translation>
    </message>
    <message>
        <source>Note: what is right or wrong, and why</source>
        <translation>Notiz: was richtig oder falsch ist, und warum</translation>
    </message>
</context>
<context>
    <name>sandbench::ui::RootPicker</name>
    <message>
        <source>Programs may change the image&apos;s fi&amp;les</source>
        <translation>Programme dürfen D&amp;ateien des Images ändern</translation>
    </message>
    <message>
        <source>User</source>
        <translation>Benutzer</translation>
    </message>
    <message>
        <source>The image&apos;s own, or nobody</source>
        <translation>Der des Images oder nobody</translation>
    </message>
    <message>
        <source>The container&apos;s own</source>
        <translation>Der des Containers</translation>
    </message>
    <message>
        <source>A number of its own</source>
        <translation>Eine eigene Nummer</translation>
    </message>
    <message>
        <source>A pod knows its user by number only: write 1000 or 1000:1000.</source>
        <translation>Ein Pod kennt seinen Benutzer nur als Nummer: 1000 oder 1000:1000 eingeben.</translation>
    </message>
</context>
<context>
    <name>sandbench::ui::RunDetails</name>
    <message>
        <source>Running</source>
        <translation>Läuft</translation>
    </message>
    <message>
        <source>What it wrote to standard error is kept apart:</source>
        <translation>Was es auf die Standardfehlerausgabe geschrieben hat, ist getrennt aufbewahrt:</translation>
    </message>
    <message>
        <source>It printed more; the beginning is kept.</source>
        <translation>Es hat mehr ausgegeben; der Anfang ist aufbewahrt.</translation>
    </message>
    <message>
        <source>It printed nothing.</source>
        <translation>Es hat nichts ausgegeben.</translation>
    </message>
    <message>
        <source>It goes on: this is what it has printed so far.</source>
        <translation>Es läuft noch: Das hat es bisher ausgegeben.</translation>
    </message>
    <message>
        <source>Open Program</source>
        <translation>Programm öffnen</translation>
    </message>
    <message>
        <source>Open the program of this run as a new document</source>
        <translation>Das Programm dieses Laufs als neues Dokument öffnen</translation>
    </message>
    <message>
        <source>Run Again</source>
        <translation>Erneut ausführen</translation>
    </message>
    <message>
        <source>Run it once more in a sandbox like the one it had, and show what differs</source>
        <translation>Noch einmal in einer gleichen Sandbox ausführen und zeigen, was sich unterscheidet</translation>
    </message>
    <message>
        <source>Save Report</source>
        <translation>Bericht speichern</translation>
    </message>
    <message>
        <source>Save all that is kept of this run as a page, a notebook, text or JSON</source>
        <translation>Alles, was von diesem Lauf aufbewahrt ist, als Seite, Notebook, Text oder JSON speichern</translation>
    </message>
    <message>
        <source>Copy for a Model</source>
        <translation>Für ein Modell kopieren</translation>
    </message>
    <message>
        <source>Copy program, error, output, findings and activity as text for a language model</source>
        <translation>Programm, Fehler, Ausgabe, Befunde und Aktivität als Text für ein Sprachmodell kopieren</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Schließen</translation>
    </message>
    <message>
        <source>Back to the runs (Esc)</source>
        <translation>Zurück zu den Läufen (Esc)</translation>
    </message>
    <message>
        <source>&amp;Output</source>
        <translation>&amp;Ausgabe</translation>
    </message>
    <message>
        <source>&amp;Results (%1)</source>
        <translation>&amp;Ergebnisse (%1)</translation>
    </message>
    <message>
        <source>&amp;Activity</source>
        <translation>A&amp;ktivität</translation>
    </message>
    <message>
        <source>Record of the run</source>
        <translation>Protokoll des Laufs</translation>
    </message>
    <message>
        <source>R&amp;ecord</source>
        <translation>Pr&amp;otokoll</translation>
    </message>
    <message>
        <source>&amp;Changes (%1)</source>
        <translation>Änderun&amp;gen (%1)</translation>
    </message>
    <message>
        <source>Run</source>
        <translation>Lauf</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>End</source>
        <translation>Ende</translation>
    </message>
    <message>
        <source>Started</source>
        <translation>Beginn</translation>
    </message>
    <message>
        <source>Took</source>
        <translation>Dauer</translation>
    </message>
    <message>
        <source>CPU time</source>
        <translation>CPU-Zeit</translation>
    </message>
    <message>
        <source>Peak memory</source>
        <translation>Höchster Speicherbedarf</translation>
    </message>
    <message>
        <source>Standard output</source>
        <translation>Standardausgabe</translation>
    </message>
    <message>
        <source>Standard error</source>
        <translation>Standardfehlerausgabe</translation>
    </message>
    <message>
        <source>Language</source>
        <translation>Sprache</translation>
    </message>
    <message>
        <source>Session</source>
        <translation>Sitzung</translation>
    </message>
    <message>
        <source>Engine</source>
        <translation>Engine</translation>
    </message>
    <message>
        <source>Image</source>
        <translation>Image</translation>
    </message>
    <message>
        <source>Network</source>
        <translation>Netzwerk</translation>
    </message>
    <message>
        <source>Profile</source>
        <translation>Profil</translation>
    </message>
    <message>
        <source>Unlike the default</source>
        <translation>Anders als üblich</translation>
    </message>
    <message>
        <source>Policy</source>
        <translation>Richtlinie</translation>
    </message>
    <message>
        <source>Result</source>
        <translation>Ergebnis</translation>
    </message>
    <message>
        <source>Warning</source>
        <translation>Warnung</translation>
    </message>
    <message>
        <source>Next step</source>
        <translation>Nächster Schritt</translation>
    </message>
    <message>
        <source>Replay</source>
        <translation>Abspielen</translation>
    </message>
    <message>
        <source>Play it again with its timing: what it printed, and results as they came</source>
        <translation>Noch einmal im gleichen Takt abspielen: was es ausgegeben hat, und Ergebnisse, wie sie kamen</translation>
    </message>
</context>
<context>
    <name>sandbench::ui::RunGate</name>
    <message>
        <source>Scan of the code</source>
        <translation>Scan des Codes</translation>
    </message>
    <message>
        <source>the scan was cancelled</source>
        <translation>der Scan wurde abgebrochen</translation>
    </message>
</context>
<context>
    <name>sandbench::ui::RunPresenter</name>
    <message>
        <source>Looking at what %1 changed…</source>
        <translation>Es wird nachgesehen, was %1 geändert hat…</translation>
    </message>
    <message>
        <source>Copying the folder of %1…</source>
        <translation>Der Ordner von %1 wird kopiert…</translation>
    </message>
    <message>
        <source>Copying the folder of %1: %2 of %3</source>
        <translation>Der Ordner von %1 wird kopiert: %2 von %3</translation>
    </message>
    <message>
        <source>%1: nothing changed in the copy of the folder.</source>
        <translation>%1: In der Kopie des Ordners hat sich nichts geändert.</translation>
    </message>
    <message>
        <source>Running %1</source>
        <translation>%1 wird ausgeführt</translation>
    </message>
    <message>
        <source>Compiling (%1)</source>
        <translation>Übersetzung läuft (%1)</translation>
    </message>
    <message>
        <source>Compiling %1 (%2)</source>
        <translation>%1 wird übersetzt (%2)</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>, files changed in the copy: %1</source>
        <translation>, in der Kopie geänderte Dateien: %1</translation>
    </message>
    <message>
        <source>, peak %1</source>
        <translation>, höchstens %1</translation>
    </message>
    <message>
        <source>%1 is not open</source>
        <translation>%1 ist nicht offen</translation>
    </message>
    <message>
        <source>%1 does not name %2</source>
        <translation>%1 nennt %2 nicht</translation>
    </message>
</context>
<context>
    <name>sandbench::ui::RunsModel</name>
    <message>
        <source>✓ Accepted</source>
        <translation>✓ Angenommen</translation>
    </message>
    <message>
        <source>△ Needs work</source>
        <translation>△ Nachzubessern</translation>
    </message>
    <message>
        <source>✗ Rejected</source>
        <translation>✗ Abgelehnt</translation>
    </message>
    <message>
        <source>%1 · %2</source>
        <translation>%1 · %2</translation>
    </message>
    <message>
        <source>Running</source>
        <translation>Läuft</translation>
    </message>
    <message>
        <source>Started</source>
        <translation>Beginn</translation>
    </message>
    <message>
        <source>Program</source>
        <translation>Programm</translation>
    </message>
    <message>
        <source>Session</source>
        <translation>Sitzung</translation>
    </message>
    <message>
        <source>End</source>
        <translation>Ende</translation>
    </message>
    <message>
        <source>Took</source>
        <translation>Dauer</translation>
    </message>
    <message>
        <source>Results</source>
        <translation>Ergebnisse</translation>
    </message>
    <message>
        <source>Review</source>
        <translation>Bewertung</translation>
    </message>
</context>
<context>
    <name>sandbench::ui::RunsPanel</name>
    <message>
        <source>Search runs</source>
        <translation>Läufe durchsuchen</translation>
    </message>
    <message>
        <source>Search: program, code, output, end, note, …</source>
        <translation>Suchen: Programm, Code, Ausgabe, Ende, Notiz, …</translation>
    </message>
    <message>
        <source>Refresh</source>
        <translation>Aktualisieren</translation>
    </message>
    <message>
        <source>Look for runs of other programs</source>
        <translation>Nach Läufen anderer Programme sehen</translation>
    </message>
    <message>
        <source>Program</source>
        <translation>Programm</translation>
    </message>
    <message>
        <source>All programs</source>
        <translation>Alle Programme</translation>
    </message>
    <message>
        <source>Review</source>
        <translation>Bewertung</translation>
    </message>
    <message>
        <source>Any review</source>
        <translation>Jede Bewertung</translation>
    </message>
    <message>
        <source>Not reviewed</source>
        <translation>Ohne Bewertung</translation>
    </message>
    <message>
        <source>Compare</source>
        <translation>Vergleichen</translation>
    </message>
    <message>
        <source>Show what differs between the two runs that are selected</source>
        <translation>Zeigen, was sich zwischen den zwei ausgewählten Läufen unterscheidet</translation>
    </message>
    <message>
        <source>Runs</source>
        <translation>Läufe</translation>
    </message>
    <message>
        <source>Compare Runs</source>
        <translation>Läufe vergleichen</translation>
    </message>
    <message>
        <source>Find Runs</source>
        <translation>Läufe suchen</translation>
    </message>
    <message>
        <source>1 run matches</source>
        <translation>1 passender Lauf</translation>
    </message>
    <message>
        <source>%1 runs match</source>
        <translation>%1 passende Läufe</translation>
    </message>
    <message>
        <source>1 run</source>
        <translation>1 Lauf</translation>
    </message>
    <message>
        <source>%1 runs</source>
        <translation>%1 Läufe</translation>
    </message>
    <message>
        <source>older ones as you scroll</source>
        <translation>ältere beim Blättern</translation>
    </message>
    <message>
        <source>running: %1</source>
        <translation>laufend: %1</translation>
    </message>
    <message>
        <source>⚠ Only runs of this window: %1</source>
        <translation>⚠ Nur Läufe dieses Fensters: %1</translation>
    </message>
    <message>
        <source>Nothing has been run. What this window, the command line and the servers of this user run is listed here.</source>
        <translation>Noch nichts wurde ausgeführt. Was dieses Fenster, die Befehlszeile und die Server dieses Benutzers ausführen, wird hier aufgeführt.</translation>
    </message>
    <message>
        <source>Reading the history of runs…</source>
        <translation>Der Verlauf wird gelesen…</translation>
    </message>
    <message>
        <source>No run matches. Only runs that have ended are searched.</source>
        <translation>Kein passender Lauf. Nur beendete Läufe werden durchsucht.</translation>
    </message>
    <message>
        <source>No history of runs is kept. What this window runs is listed for some minutes.</source>
        <translation>Es wird kein Verlauf geführt. Was dieses Fenster ausführt, bleibt einige Minuten aufgeführt.</translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <translation>%1 (%2)</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <translation>%1, %2</translation>
    </message>
    <message>
        <source>Select the two runs to compare: with Ctrl and a click.</source>
        <translation>Die zwei zu vergleichenden Läufe auswählen: mit Strg und Klick.</translation>
    </message>
    <message>
        <source>It ran a command of the sandbox: there is no program.</source>
        <translation>Es wurde ein Befehl der Sandbox ausgeführt: Ein Programm gibt es nicht.</translation>
    </message>
    <message>
        <source>the run of %1</source>
        <translation>dem Lauf von %1</translation>
    </message>
    <message>
        <source>No history of runs is kept, and so no review.</source>
        <translation>Es wird kein Verlauf geführt, darum auch keine Bewertung.</translation>
    </message>
    <message>
        <source>Running it once more…</source>
        <translation>Wird noch einmal ausgeführt…</translation>
    </message>
    <message>
        <source>%1 once more</source>
        <translation>Noch einmal %1</translation>
    </message>
    <message>
        <source>Running both…</source>
        <translation>Beide werden ausgeführt…</translation>
    </message>
    <message>
        <source>Two programs with one input</source>
        <translation>Zwei Programme mit einer Eingabe</translation>
    </message>
    <message>
        <source>Save report</source>
        <translation>Bericht speichern</translation>
    </message>
    <message>
        <source>Pages (*.html)</source>
        <translation>Seiten (*.html)</translation>
    </message>
    <message>
        <source>Notebooks (*.ipynb)</source>
        <translation>Notebooks (*.ipynb)</translation>
    </message>
    <message>
        <source>Text, without results (*.md)</source>
        <translation>Text, ohne Ergebnisse (*.md)</translation>
    </message>
    <message>
        <source>JSON (*.json)</source>
        <translation>JSON (*.json)</translation>
    </message>
    <message>
        <source>Report %1</source>
        <translation>Bericht %1</translation>
    </message>
    <message>
        <source>Saved %1</source>
        <translation>%1 gespeichert</translation>
    </message>
    <message>
        <source>Copied for a model: program, output, findings and activity, %1</source>
        <translation>Für ein Modell kopiert: Programm, Ausgabe, Befunde und Aktivität, %1</translation>
    </message>
    <message>
        <source>Replay</source>
        <translation>Abspielen</translation>
    </message>
    <message>
        <source>Play the selected run again with its timing</source>
        <translation>Den ausgewählten Lauf im gleichen Takt noch einmal abspielen</translation>
    </message>
    <message>
        <source>Select the run to play again.</source>
        <translation>Wählen Sie den Lauf aus, der abgespielt werden soll.</translation>
    </message>
</context>
<context>
    <name>sandbench::ui::SessionController</name>
    <message>
        <source>No session</source>
        <translation>Keine Sitzung</translation>
    </message>
    <message>
        <source>Opening</source>
        <translation>Wird geöffnet</translation>
    </message>
    <message>
        <source>Idle</source>
        <translation>Bereit</translation>
    </message>
    <message>
        <source>Running</source>
        <translation>Läuft</translation>
    </message>
    <message>
        <source>Stopping</source>
        <translation>Wird angehalten</translation>
    </message>
    <message>
        <source>Lost</source>
        <translation>Verloren</translation>
    </message>
    <message>
        <source>Still running. Press Stop again to terminate it.</source>
        <translation>Läuft noch. Noch einmal „Anhalten“ drücken, um es zu beenden.</translation>
    </message>
    <message>
        <source>Still running. Press Stop again to kill it.</source>
        <translation>Läuft noch. Noch einmal „Anhalten“ drücken, um das Ende zu erzwingen.</translation>
    </message>
    <message>
        <source>Interrupting…</source>
        <translation>Wird unterbrochen…</translation>
    </message>
    <message>
        <source>Terminating…</source>
        <translation>Wird beendet…</translation>
    </message>
    <message>
        <source>Opening a sandbox…</source>
        <translation>Eine Sandbox wird geöffnet…</translation>
    </message>
    <message>
        <source>Entering the pod…</source>
        <translation>Der Pod wird betreten…</translation>
    </message>
    <message>
        <source>Creating the pod…</source>
        <translation>Der Pod wird erstellt…</translation>
    </message>
    <message>
        <source>Creating the container…</source>
        <translation>Der Container wird erstellt…</translation>
    </message>
    <message>
        <source>Installing packages: %1</source>
        <translation>Pakete werden installiert: %1</translation>
    </message>
    <message>
        <source>Connecting to the engine %1…</source>
        <translation>Verbindung zur Engine %1…</translation>
    </message>
    <message>
        <source>Waiting: %1</source>
        <translation>Wartet: %1</translation>
    </message>
    <message>
        <source>Bringing its files back: %1 %</source>
        <translation>Seine Dateien werden zurückgebracht: %1 %</translation>
    </message>
</context>
<context>
    <name>sandbench::ui::SessionDock</name>
    <message>
        <source>Sessions</source>
        <translation>Sitzungen</translation>
    </message>
</context>
<context>
    <name>sandbench::ui::SessionFacts</name>
    <message>
        <source>Engine</source>
        <translation>Engine</translation>
    </message>
    <message>
        <source>Connection</source>
        <translation>Verbindung</translation>
    </message>
    <message>
        <source>Namespace</source>
        <translation>Namespace</translation>
    </message>
    <message>
        <source>Image</source>
        <translation>Image</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>Größe</translation>
    </message>
    <message>
        <source>Network</source>
        <translation>Netzwerk</translation>
    </message>
    <message>
        <source>Folders</source>
        <translation>Ordner</translation>
    </message>
    <message>
        <source>Profile</source>
        <translation>Profil</translation>
    </message>
    <message>
        <source>as it was made</source>
        <translation>wie bei der Erstellung</translation>
    </message>
    <message>
        <source>standard</source>
        <translation>Standard</translation>
    </message>
    <message>
        <source>custom</source>
        <translation>eigene</translation>
    </message>
    <message>
        <source>⚠ %1</source>
        <translation>⚠ %1</translation>
    </message>
    <message>
        <source>none</source>
        <translation>keins</translation>
    </message>
    <message>
        <source>none any more</source>
        <translation>keins mehr</translation>
    </message>
    <message>
        <source>Relaxed: %1. It was there while packages were installed with: %2</source>
        <translation>Gelockert: %1. Es war da, während Pakete installiert wurden mit: %2</translation>
    </message>
    <message>
        <source>Relaxed: %1. It was there while packages were installed</source>
        <translation>Gelockert: %1. Es war da, während Pakete installiert wurden</translation>
    </message>
    <message>
        <source>Relaxed: programs have this network.</source>
        <translation>Gelockert: Programme haben dieses Netzwerk.</translation>
    </message>
    <message>
        <source>%1 at %2, may be changed</source>
        <translation>%1 unter %2, darf geändert werden</translation>
    </message>
    <message>
        <source>%1 at %2, read-only</source>
        <translation>%1 unter %2, nur lesbar</translation>
    </message>
    <message>
        <source>⚠ %1, may be changed</source>
        <translation>⚠ %1, darf geändert werden</translation>
    </message>
    <message>
        <source>⚠ %1, read-only</source>
        <translation>⚠ %1, nur lesbar</translation>
    </message>
    <message>
        <source>Kept ready</source>
        <translation>Bereitgehalten</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 von %2</translation>
    </message>
    <message>
        <source>Sandboxes like this one that are open before they are asked for. %1 of %2 sessions had one at once so far.</source>
        <translation>Sandboxen wie diese, die offen sind, bevor jemand sie braucht. Bisher hatten %1 von %2 Sitzungen sofort eine.</translation>
    </message>
    <message>
        <source>The last one could not be opened: %1</source>
        <translation>Die letzte ließ sich nicht öffnen: %1</translation>
    </message>
</context>
<context>
    <name>sandbench::ui::SessionList</name>
    <message>
        <source>1 new plot</source>
        <translation>1 neues Diagramm</translation>
    </message>
    <message>
        <source>%1 new plots</source>
        <translation>%1 neue Diagramme</translation>
    </message>
    <message>
        <source>New output</source>
        <translation>Neue Ausgabe</translation>
    </message>
    <message>
        <source>New session</source>
        <translation>Neue Sitzung</translation>
    </message>
    <message>
        <source>Ready</source>
        <translation>Bereit</translation>
    </message>
    <message>
        <source>%1 · %2</source>
        <translation>%1 · %2</translation>
    </message>
    <message>
        <source>%1 1</source>
        <translation>%1 1</translation>
    </message>
    <message>
        <source>%1 %2</source>
        <translation>%1 %2</translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <translation>%1 (%2)</translation>
    </message>
    <message>
        <source>pinned</source>
        <translation>angeheftet</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
</context>
<context>
    <name>sandbench::ui::SessionOpener</name>
    <message>
        <source>A program is running</source>
        <translation>Ein Programm läuft</translation>
    </message>
    <message>
        <source>Closing %1 ends the program that is running in it, and its output is gone.</source>
        <translation>Das Schließen von %1 beendet das Programm, das darin läuft, und seine Ausgabe ist verloren.</translation>
    </message>
    <message>
        <source>End It and Close</source>
        <translation>Beenden und schließen</translation>
    </message>
</context>
<context>
    <name>sandbench::ui::SessionPanel</name>
    <message>
        <source>Session</source>
        <translation>Sitzung</translation>
    </message>
    <message>
        <source>Opening the session</source>
        <translation>Sitzung wird geöffnet</translation>
    </message>
    <message>
        <source>&amp;Cancel</source>
        <translation>&amp;Abbrechen</translation>
    </message>
    <message>
        <source>Gives up opening the sandbox</source>
        <translation>Bricht das Öffnen der Sandbox ab</translation>
    </message>
    <message>
        <source>&amp;New Session…</source>
        <translation>&amp;Neue Sitzung…</translation>
    </message>
    <message>
        <source>Chooses engine, image and size, and opens one</source>
        <translation>Wählt Engine, Image und Größe und öffnet eine</translation>
    </message>
    <message>
        <source>&amp;Close session</source>
        <translation>Sitzung &amp;schließen</translation>
    </message>
    <message>
        <source>Ends the sandbox with everything in it, and drops the session&apos;s output and plots</source>
        <translation>Beendet die Sandbox mit allem darin und verwirft Ausgabe und Diagramme der Sitzung</translation>
    </message>
    <message>
        <source>How long this sandbox has been open</source>
        <translation>Wie lange diese Sandbox schon offen ist</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>Speicher</translation>
    </message>
    <message>
        <source>No session. Run code and one is opened for you.</source>
        <translation>Keine Sitzung. Beim Ausführen von Code wird eine geöffnet.</translation>
    </message>
    <message>
        <source>The sandbox went away: %1. The next run opens a new one.</source>
        <translation>Die Sandbox ist verschwunden: %1. Der nächste Lauf öffnet eine neue.</translation>
    </message>
    <message>
        <source>no reason is known</source>
        <translation>kein Grund bekannt</translation>
    </message>
    <message>
        <source>Ends with the window; %1 after it falls silent.</source>
        <translation>Endet mit dem Fenster; %1, nachdem es verstummt.</translation>
    </message>
    <message>
        <source>Idle for %1. %2</source>
        <translation>Untätig seit %1. %2</translation>
    </message>
</context>
<context>
    <name>sandbench::ui::SessionVerdicts</name>
    <message>
        <source>✓ %1 of %2 passed at %3</source>
        <translation>✓ %1 von %2 bestanden um %3</translation>
    </message>
    <message>
        <source>✗ %1 of %2 passed at %3</source>
        <translation>✗ %1 von %2 bestanden um %3</translation>
    </message>
</context>
<context>
    <name>sandbench::ui::SettingRow</name>
    <message>
        <source>Back to what is usual</source>
        <translation>Zurück zum Üblichen</translation>
    </message>
    <message>
        <source>Back to what is usual: %1</source>
        <translation>Zurück zum Üblichen: %1</translation>
    </message>
    <message>
        <source>As the desktop</source>
        <translation>Wie der Desktop</translation>
    </message>
    <message>
        <source>⚠ Not taken: %1.</source>
        <translation>⚠ Nicht übernommen: %1.</translation>
    </message>
</context>
<context>
    <name>sandbench::ui::SettingsDialog</name>
    <message>
        <source>Settings</source>
        <translation>Einstellungen</translation>
    </message>
    <message>
        <source>Find a setting or a shortcut</source>
        <translation>Eine Einstellung oder ein Tastenkürzel suchen</translation>
    </message>
    <message>
        <source>Groups of settings</source>
        <translation>Gruppen von Einstellungen</translation>
    </message>
    <message>
        <source>Shortcuts</source>
        <translation>Tastenkürzel</translation>
    </message>
    <message>
        <source>&amp;Open settings.json</source>
        <translation>settings.json &amp;öffnen</translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <translation>%1 (%2)</translation>
    </message>
</context>
<context>
    <name>sandbench::ui::SettingsStore</name>
    <message>
        <source>The settings could not be written: %1</source>
        <translation>Die Einstellungen konnten nicht geschrieben werden: %1</translation>
    </message>
</context>
<context>
    <name>sandbench::ui::ShortcutsPage</name>
    <message>
        <source>Commands and their keys</source>
        <translation>Befehle und ihre Tasten</translation>
    </message>
    <message>
        <source>Command</source>
        <translation>Befehl</translation>
    </message>
    <message>
        <source>Where</source>
        <translation>Wo</translation>
    </message>
    <message>
        <source>Keys</source>
        <translation>Tasten</translation>
    </message>
    <message>
        <source>In settings.json: %1</source>
        <translation>In settings.json: %1</translation>
    </message>
    <message>
        <source>&amp;Change…</source>
        <translation>Än&amp;dern…</translation>
    </message>
    <message>
        <source>Press the new keys</source>
        <translation>Die neuen Tasten drücken</translation>
    </message>
    <message>
        <source>Re&amp;move</source>
        <translation>&amp;Entfernen</translation>
    </message>
    <message>
        <source>&amp;Reset</source>
        <translation>&amp;Zurücksetzen</translation>
    </message>
    <message>
        <source>Reset &amp;All</source>
        <translation>&amp;Alle zurücksetzen</translation>
    </message>
    <message>
        <source>Re&amp;place</source>
        <translation>E&amp;rsetzen</translation>
    </message>
    <message>
        <source>Ca&amp;ncel</source>
        <translation>Abbre&amp;chen</translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <translation>%1 (%2)</translation>
    </message>
    <message>
        <source>⚠ %1 is the key of %2.</source>
        <translation>⚠ %1 ist die Taste von %2.</translation>
    </message>
</context>
<context>
    <name>sandbench::ui::SourcesDialog</name>
    <message>
        <source>Sources of Packages</source>
        <translation>Quellen von Paketen</translation>
    </message>
    <message>
        <source>These are the settings that sandbenchctl reads, too. An empty field means what the package manager does by itself. A folder takes the place of index and network.</source>
        <translation>Diese Einstellungen liest auch sandbenchctl. Ein leeres Feld heißt: was der Paketmanager von sich aus tut. Ein Ordner tritt an die Stelle von Index und Netzwerk.</translation>
    </message>
    <message>
        <source>&amp;Index of %1</source>
        <translation>&amp;Index von %1</translation>
    </message>
    <message>
        <source>https://packages.lab.example/simple</source>
        <translation>https://packages.lab.example/simple</translation>
    </message>
    <message>
        <source>&amp;Proxy</source>
        <translation>&amp;Proxy</translation>
    </message>
    <message>
        <source>http://proxy.lab.example:3128</source>
        <translation>http://proxy.lab.example:3128</translation>
    </message>
    <message>
        <source>&amp;Certificates</source>
        <translation>&amp;Zertifikate</translation>
    </message>
    <message>
        <source>A PEM file</source>
        <translation>Eine PEM-Datei</translation>
    </message>
    <message>
        <source>&amp;Folder of packages</source>
        <translation>&amp;Ordner mit Paketen</translation>
    </message>
    <message>
        <source>With wheels, for no network at all</source>
        <translation>Mit Wheels, ganz ohne Netzwerk</translation>
    </message>
    <message>
        <source>&amp;Save</source>
        <translation>&amp;Speichern</translation>
    </message>
    <message>
        <source>⚠ %1</source>
        <translation>⚠ %1</translation>
    </message>
    <message>
        <source>Choose…</source>
        <translation>Wählen…</translation>
    </message>
    <message>
        <source>Choose: %1</source>
        <translation>Wählen: %1</translation>
    </message>
</context>
<context>
    <name>sandbench::ui::SplitView</name>
    <message>
        <source>Code editor, second view</source>
        <translation>Code-Editor, zweite Ansicht</translation>
    </message>
    <message>
        <source>Close the second view</source>
        <translation>Zweite Ansicht schließen</translation>
    </message>
</context>
<context>
    <name>sandbench::ui::SpoolSaver</name>
    <message>
        <source>cancelled</source>
        <translation>abgebrochen</translation>
    </message>
    <message>
        <source>Saving %1</source>
        <translation>%1 wird gespeichert</translation>
    </message>
</context>
<context>
    <name>sandbench::ui::TablePane</name>
    <message>
        <source>%1 series, %2 points</source>
        <translation>%1 Reihen, %2 Punkte</translation>
    </message>
    <message>
        <source>%1 series, the first %2 of %3 points</source>
        <translation>%1 Reihen, die ersten %2 von %3 Punkten</translation>
    </message>
    <message>
        <source>; %1 other things have no numbers here</source>
        <translation>; %1 andere Dinge haben hier keine Zahlen</translation>
    </message>
    <message>
        <source>%1: more than %2 different values</source>
        <translation>%1: mehr als %2 verschiedene Werte</translation>
    </message>
    <message>
        <source>%1: %2 different values</source>
        <translation>%1: %2 verschiedene Werte</translation>
    </message>
    <message>
        <source>; %1 numbers from %2 to %3, mean %4, median %5</source>
        <translation>; %1 Zahlen von %2 bis %3, Mittel %4, Median %5</translation>
    </message>
    <message>
        <source>; %1 empty</source>
        <translation>; %1 leer</translation>
    </message>
    <message>
        <source>Rows of the table</source>
        <translation>Zeilen der Tabelle</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>Kopieren</translation>
    </message>
    <message>
        <source>Find rows</source>
        <translation>Zeilen suchen</translation>
    </message>
    <message>
        <source>Find rows that hold this text</source>
        <translation>Zeilen suchen, die diesen Text enthalten</translation>
    </message>
    <message>
        <source>Find Rows</source>
        <translation>Zeilen suchen</translation>
    </message>
    <message>
        <source>Save as CSV…</source>
        <translation>Als CSV speichern…</translation>
    </message>
    <message>
        <source>Save the rows that are shown as CSV</source>
        <translation>Die gezeigten Zeilen als CSV speichern</translation>
    </message>
    <message>
        <source>%1 of %2 rows</source>
        <translation>%1 von %2 Zeilen</translation>
    </message>
    <message>
        <source>Looking through the rows…</source>
        <translation>Zeilen werden durchgesehen…</translation>
    </message>
    <message>
        <source>Adding up…</source>
        <translation>Es wird gerechnet…</translation>
    </message>
    <message>
        <source>Save the table</source>
        <translation>Tabelle speichern</translation>
    </message>
</context>
<context>
    <name>sandbench::ui::TableView</name>
    <message>
        <source>row</source>
        <translation>Zeile</translation>
    </message>
    <message>
        <source>column</source>
        <translation>Spalte</translation>
    </message>
</context>
<context>
    <name>sandbench::ui::TaskList</name>
    <message>
        <source>Opening of %1</source>
        <translation>Öffnen von %1</translation>
    </message>
    <message>
        <source>Run of %1</source>
        <translation>Lauf von %1</translation>
    </message>
    <message>
        <source>looking at what changed</source>
        <translation>Änderungen werden gesucht</translation>
    </message>
    <message>
        <source>copying the folder</source>
        <translation>der Ordner wird kopiert</translation>
    </message>
    <message>
        <source>Pull of %1</source>
        <translation>Abruf von %1</translation>
    </message>
    <message>
        <source>Installation of %1</source>
        <translation>Installation von %1</translation>
    </message>
    <message>
        <source>Checks</source>
        <translation>Prüfungen</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 von %2</translation>
    </message>
    <message>
        <source>%1 s</source>
        <translation>%1 s</translation>
    </message>
    <message>
        <source>%1 min %2 s</source>
        <translation>%1 min %2 s</translation>
    </message>
    <message>
        <source>Done</source>
        <translation>Fertig</translation>
    </message>
    <message>
        <source>Failed</source>
        <translation>Fehlgeschlagen</translation>
    </message>
    <message>
        <source>Cancelled</source>
        <translation>Abgebrochen</translation>
    </message>
    <message>
        <source>after %1</source>
        <translation>nach %1</translation>
    </message>
    <message>
        <source>Cancelling…</source>
        <translation>Wird abgebrochen…</translation>
    </message>
    <message>
        <source>%1 %</source>
        <translation>%1 %</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
</context>
<context>
    <name>sandbench::ui::TasksPopup</name>
    <message>
        <source>Tasks</source>
        <translation>Aufgaben</translation>
    </message>
    <message>
        <source>Nothing takes longer than a second right now. What does is listed here.</source>
        <translation>Nichts dauert gerade länger als eine Sekunde. Was länger dauert, wird hier aufgeführt.</translation>
    </message>
    <message>
        <source>Cancel task</source>
        <translation>Aufgabe abbrechen</translation>
    </message>
    <message>
        <source>Clear ended</source>
        <translation>Beendete entfernen</translation>
    </message>
    <message>
        <source>Close this list</source>
        <translation>Diese Liste schließen</translation>
    </message>
    <message>
        <source>What goes on, and what ended</source>
        <translation>Was im Gange und was beendet ist</translation>
    </message>
    <message>
        <source>1 task</source>
        <translation>1 Aufgabe</translation>
    </message>
    <message>
        <source>%1 tasks</source>
        <translation>%1 Aufgaben</translation>
    </message>
    <message>
        <source>no task is chosen that could be stopped</source>
        <translation>keine Aufgabe gewählt, die sich anhalten ließe</translation>
    </message>
    <message>
        <source>no task has ended lately</source>
        <translation>in letzter Zeit ist keine Aufgabe zu Ende gegangen</translation>
    </message>
</context>
<context>
    <name>sandbench::ui::TextView</name>
    <message>
        <source>The first %1 of %2; save it to read the rest.</source>
        <translation>Die ersten %1 von %2; speichern, um den Rest zu lesen.</translation>
    </message>
    <message>
        <source>line</source>
        <translation>Zeile</translation>
    </message>
    <message>
        <source>Lines of more than %1 bytes are cut.</source>
        <translation>Zeilen mit mehr als %1 Bytes sind abgeschnitten.</translation>
    </message>
    <message>
        <source>Text of the result</source>
        <translation>Text des Ergebnisses</translation>
    </message>
</context>
<context>
    <name>sandbench::ui::TrustReport</name>
    <message>
        <source>Shows or hides the layers that isolate the sandbox</source>
        <translation>Zeigt oder verbirgt die Schichten, die die Sandbox isolieren</translation>
    </message>
    <message>
        <source>expanded</source>
        <translation>aufgeklappt</translation>
    </message>
    <message>
        <source>collapsed</source>
        <translation>zugeklappt</translation>
    </message>
    <message>
        <source>Isolated by, with gaps</source>
        <translation>Isoliert durch, mit Lücken</translation>
    </message>
    <message>
        <source>Isolated by, relaxed</source>
        <translation>Isoliert durch, gelockert</translation>
    </message>
    <message>
        <source>Isolated by %1 layers</source>
        <translation>Isoliert durch %1 Schichten</translation>
    </message>
</context>
<context>
    <name>sandbench::ui::VariableView</name>
    <message>
        <source>… and more</source>
        <translation>… und mehr</translation>
    </message>
    <message>
        <source>row</source>
        <translation>Zeile</translation>
    </message>
    <message>
        <source>column</source>
        <translation>Spalte</translation>
    </message>
    <message>
        <source>%1; the first %2 × %3 are here</source>
        <translation>%1; die ersten %2 × %3 sind hier</translation>
    </message>
    <message>
        <source>Value</source>
        <translation>Wert</translation>
    </message>
    <message>
        <source>Text</source>
        <translation>Text</translation>
    </message>
    <message>
        <source>Table</source>
        <translation>Tabelle</translation>
    </message>
    <message>
        <source>Chart</source>
        <translation>Diagramm</translation>
    </message>
    <message>
        <source>Copy Value</source>
        <translation>Wert kopieren</translation>
    </message>
    <message>
        <source>Copy what is shown as its text</source>
        <translation>Das Gezeigte als Text kopieren</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Schließen</translation>
    </message>
    <message>
        <source>Back to the variables (Esc)</source>
        <translation>Zurück zu den Variablen (Esc)</translation>
    </message>
    <message>
        <source>&amp;Histogram</source>
        <translation>&amp;Histogramm</translation>
    </message>
    <message>
        <source>One number in %1 is drawn</source>
        <translation>Eine Zahl von %1 wird gezeichnet</translation>
    </message>
    <message>
        <source>All of its numbers</source>
        <translation>Alle ihre Zahlen</translation>
    </message>
    <message>
        <source>It has no items to list</source>
        <translation>Sie hat keine Elemente, die sich aufführen lassen</translation>
    </message>
    <message>
        <source>It has no numbers to draw</source>
        <translation>Sie hat keine Zahlen, die sich zeichnen lassen</translation>
    </message>
</context>
<context>
    <name>sandbench::ui::VariablesModel</name>
    <message>
        <source>%1
Changed by the last cell</source>
        <translation>%1
Von der letzten Zelle geändert</translation>
    </message>
    <message>
        <source>%1, changed</source>
        <translation>%1, geändert</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>Name</translation>
    </message>
    <message>
        <source>Type</source>
        <translation>Typ</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>Größe</translation>
    </message>
    <message>
        <source>Value</source>
        <translation>Wert</translation>
    </message>
</context>
<context>
    <name>sandbench::ui::VariablesPanel</name>
    <message>
        <source>Filter variables</source>
        <translation>Variablen filtern</translation>
    </message>
    <message>
        <source>Filter: name, type, value</source>
        <translation>Filter: Name, Typ, Wert</translation>
    </message>
    <message>
        <source>Variables</source>
        <translation>Variablen</translation>
    </message>
    <message>
        <source>Find Variables</source>
        <translation>Variablen suchen</translation>
    </message>
    <message>
        <source>Show Variable</source>
        <translation>Variable zeigen</translation>
    </message>
    <message>
        <source>Copy Value</source>
        <translation>Wert kopieren</translation>
    </message>
    <message>
        <source>Only Python tells its variables. Run a line or a selection of a Python program to see them.</source>
        <translation>Nur Python nennt seine Variablen. Eine Zeile oder Auswahl eines Python-Programms ausführen, um sie zu sehen.</translation>
    </message>
    <message>
        <source>The variables cannot be read: %1</source>
        <translation>Die Variablen lassen sich nicht lesen: %1</translation>
    </message>
    <message>
        <source>No variable has “%1” in its name, type or value.</source>
        <translation>Keine Variable hat „%1“ in Name, Typ oder Wert.</translation>
    </message>
    <message>
        <source>The cells that ran have defined nothing.</source>
        <translation>Die ausgeführten Zellen haben nichts definiert.</translation>
    </message>
    <message>
        <source>Run a line or a selection of a Python program to see its variables.</source>
        <translation>Eine Zeile oder Auswahl eines Python-Programms ausführen, um seine Variablen zu sehen.</translation>
    </message>
    <message>
        <source>Run a line or a selection of a Python program (%1) to see its variables.</source>
        <translation>Eine Zeile oder Auswahl eines Python-Programms ausführen (%1), um seine Variablen zu sehen.</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 von %2</translation>
    </message>
    <message>
        <source>The last %1 of %2 variables</source>
        <translation>Die letzten %1 von %2 Variablen</translation>
    </message>
    <message>
        <source>1 variable</source>
        <translation>1 Variable</translation>
    </message>
    <message>
        <source>%1 variables</source>
        <translation>%1 Variablen</translation>
    </message>
    <message>
        <source> · as they were before what runs now</source>
        <translation> · wie sie vor dem waren, was jetzt läuft</translation>
    </message>
    <message>
        <source>Reading…</source>
        <translation>Es wird gelesen…</translation>
    </message>
    <message>
        <source>It is read when what runs now has ended.</source>
        <translation>Sie wird gelesen, wenn beendet ist, was jetzt läuft.</translation>
    </message>
</context>
<context>
    <name>sandbench::ui::VerdictPanel</name>
    <message>
        <source>No policy looked at it.</source>
        <translation>Keine Richtlinie hat es geprüft.</translation>
    </message>
    <message>
        <source>Nothing was found.</source>
        <translation>Nichts wurde gefunden.</translation>
    </message>
    <message>
        <source>1 finding</source>
        <translation>1 Befund</translation>
    </message>
    <message>
        <source>%1 findings</source>
        <translation>%1 Befunde</translation>
    </message>
    <message>
        <source>%1, the worst: %2</source>
        <translation>%1, der schwerste: %2</translation>
    </message>
    <message>
        <source>Nothing but compute and print.</source>
        <translation>Nichts außer Rechnen und Ausgeben.</translation>
    </message>
    <message>
        <source>Not known.</source>
        <translation>Nicht bekannt.</translation>
    </message>
    <message>
        <source>and %1 more</source>
        <translation>und %1 weitere</translation>
    </message>
    <message>
        <source>Run a program (F5). How it ended, what it did and what you think of it will stand here.</source>
        <translation>Ein Programm ausführen (F5). Wie es endete, was es getan hat und wie es bewertet wird, steht dann hier.</translation>
    </message>
    <message>
        <source>How the run ended</source>
        <translation>Wie der Lauf endete</translation>
    </message>
    <message>
        <source>Next step</source>
        <translation>Nächster Schritt</translation>
    </message>
    <message>
        <source>Findings</source>
        <translation>Befunde</translation>
    </message>
    <message>
        <source>What it did</source>
        <translation>Was es getan hat</translation>
    </message>
    <message>
        <source>Results</source>
        <translation>Ergebnisse</translation>
    </message>
    <message>
        <source>Checks</source>
        <translation>Prüfungen</translation>
    </message>
    <message>
        <source>Copy for a Model</source>
        <translation>Für ein Modell kopieren</translation>
    </message>
    <message>
        <source>Copy program, error, output, findings and activity as text for a language model</source>
        <translation>Programm, Fehler, Ausgabe, Befunde und Aktivität als Text für ein Sprachmodell kopieren</translation>
    </message>
    <message>
        <source>Save Report…</source>
        <translation>Bericht speichern…</translation>
    </message>
    <message>
        <source>Save all that is kept of this run as a page, a notebook, text or JSON</source>
        <translation>Alles, was von diesem Lauf aufbewahrt ist, als Seite, Notebook, Text oder JSON speichern</translation>
    </message>
    <message>
        <source>Compare with Last</source>
        <translation>Mit letztem vergleichen</translation>
    </message>
    <message>
        <source>Show what differs from the run of this program before it</source>
        <translation>Zeigen, was sich vom vorigen Lauf dieses Programms unterscheidet</translation>
    </message>
    <message>
        <source>Run Again</source>
        <translation>Erneut ausführen</translation>
    </message>
    <message>
        <source>Run it once more in a sandbox like the one it had, and show what differs</source>
        <translation>Noch einmal in einer gleichen Sandbox ausführen und zeigen, was sich unterscheidet</translation>
    </message>
    <message>
        <source>Go to %1</source>
        <translation>Zu „%1“ gehen</translation>
    </message>
    <message>
        <source>It is running…</source>
        <translation>Es läuft…</translation>
    </message>
    <message>
        <source>1 result</source>
        <translation>1 Ergebnis</translation>
    </message>
    <message>
        <source>%1 results</source>
        <translation>%1 Ergebnisse</translation>
    </message>
</context>
<context>
    <name>sandbench::ui::WantsLine</name>
    <message>
        <source>network</source>
        <translation>Netz</translation>
    </message>
    <message>
        <source>files</source>
        <translation>Dateien</translation>
    </message>
    <message>
        <source>programs</source>
        <translation>Programme</translation>
    </message>
    <message>
        <source>native code</source>
        <translation>Maschinencode</translation>
    </message>
    <message>
        <source>code made while it runs</source>
        <translation>Code, der erst beim Lauf entsteht</translation>
    </message>
    <message>
        <source>packages</source>
        <translation>Pakete</translation>
    </message>
    <message>
        <source>Wants:</source>
        <translation>Will:</translation>
    </message>
    <message>
        <source>Wants nothing but to compute.</source>
        <translation>Will nichts als rechnen.</translation>
    </message>
    <message>
        <source>and %1 more</source>
        <translation>und %1 weitere</translation>
    </message>
    <message>
        <source>line %1</source>
        <translation>Zeile %1</translation>
    </message>
    <message>
        <source>%1, line %2</source>
        <translation>%1, Zeile %2</translation>
    </message>
    <message>
        <source>%1 %2</source>
        <translation>%1 %2</translation>
    </message>
    <message>
        <source>Go to line %1</source>
        <translation>Gehe zu Zeile %1</translation>
    </message>
</context>
<context>
    <name>sandbench::ui::WebView</name>
    <message>
        <source>The page took more than 1 GB of memory and was ended.</source>
        <translation>Die Seite hat mehr als 1 GB Speicher belegt und wurde beendet.</translation>
    </message>
    <message>
        <source>The page&apos;s process ended.</source>
        <translation>Der Prozess der Seite ist zu Ende gegangen.</translation>
    </message>
    <message>
        <source>The page could not be loaded.</source>
        <translation>Die Seite konnte nicht geladen werden.</translation>
    </message>
    <message>
        <source>Drawing took longer than 30 seconds.</source>
        <translation>Das Zeichnen hat länger als 30 Sekunden gedauert.</translation>
    </message>
    <message>
        <source>plotly.js could not draw this figure.</source>
        <translation>plotly.js konnte diese Abbildung nicht zeichnen.</translation>
    </message>
</context>
<context>
    <name>sandbench::ui::WindowSettings</name>
    <message>
        <source>settings.json, line %1: %2</source>
        <translation>settings.json, Zeile %1: %2</translation>
    </message>
    <message>
        <source>Open settings.json</source>
        <translation>settings.json öffnen</translation>
    </message>
</context>
<context>
    <name>sandbench::ui::DockTitles</name>
    <message>
        <source>&amp;Float</source>
        <translation>&amp;Abdocken</translation>
    </message>
    <message>
        <source>&amp;Close</source>
        <translation>S&amp;chließen</translation>
    </message>
</context>
<context>
    <name>sandbench::ui::Completer</name>
    <message>
        <source>Words to go on with</source>
        <translation>Wörter zum Weiterschreiben</translation>
    </message>
</context>
<context>
    <name>sandbench::ui::ImageBuild</name>
    <message>
        <source>Build Image</source>
        <translation>Image bauen</translation>
    </message>
    <message>
        <source>Log of the build</source>
        <translation>Protokoll des Bauens</translation>
    </message>
    <message>
        <source>The log of the build comes here, a section for each step.</source>
        <translation>Hier erscheint das Protokoll, ein Abschnitt für jeden Schritt.</translation>
    </message>
    <message>
        <source>Show the Failed Step</source>
        <translation>Gescheiterten Schritt zeigen</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>Anhalten</translation>
    </message>
    <message>
        <source>Build</source>
        <translation>Bauen</translation>
    </message>
    <message>
        <source>Engine:</source>
        <translation>Engine:</translation>
    </message>
    <message>
        <source>Folder</source>
        <translation>Ordner</translation>
    </message>
    <message>
        <source>The folder that COPY takes from</source>
        <translation>Der Ordner, aus dem COPY nimmt</translation>
    </message>
    <message>
        <source>Choose…</source>
        <translation>Wählen …</translation>
    </message>
    <message>
        <source>&amp;Folder:</source>
        <translation>&amp;Ordner:</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>Name</translation>
    </message>
    <message>
        <source>Such as mytools:1</source>
        <translation>Etwa mytools:1</translation>
    </message>
    <message>
        <source>&amp;Name:</source>
        <translation>&amp;Name:</translation>
    </message>
    <message>
        <source>Dockerfile</source>
        <translation>Dockerfile</translation>
    </message>
    <message>
        <source>Dockerfile or Containerfile in the folder</source>
        <translation>Dockerfile oder Containerfile im Ordner</translation>
    </message>
    <message>
        <source>&amp;Dockerfile:</source>
        <translation>&amp;Dockerfile:</translation>
    </message>
    <message>
        <source>Stage</source>
        <translation>Stufe</translation>
    </message>
    <message>
        <source>The last one</source>
        <translation>Die letzte</translation>
    </message>
    <message>
        <source>&amp;Stage:</source>
        <translation>&amp;Stufe:</translation>
    </message>
    <message>
        <source>Arguments</source>
        <translation>Argumente</translation>
    </message>
    <message>
        <source>NAME=VALUE, several with ; between them</source>
        <translation>NAME=WERT, mehrere mit ; dazwischen</translation>
    </message>
    <message>
        <source>&amp;Arguments:</source>
        <translation>&amp;Argumente:</translation>
    </message>
    <message>
        <source>Run &amp;every step anew</source>
        <translation>&amp;Jeden Schritt neu ausführen</translation>
    </message>
    <message>
        <source>Folder to Build from</source>
        <translation>Ordner, aus dem gebaut wird</translation>
    </message>
    <message>
        <source>Building %1</source>
        <translation>%1 wird gebaut</translation>
    </message>
    <message>
        <source>Sending the folder…</source>
        <translation>Der Ordner wird gesendet …</translation>
    </message>
    <message>
        <source>(A part of the log came too fast and is left out.)
</source>
        <translation>(Ein Teil des Protokolls kam zu schnell und fehlt.)
</translation>
    </message>
    <message>
        <source>Step %1</source>
        <translation>Schritt %1</translation>
    </message>
    <message>
        <source>Done</source>
        <translation>Fertig</translation>
    </message>
    <message>
        <source>Failed</source>
        <translation>Gescheitert</translation>
    </message>
    <message>
        <source>Built %1.</source>
        <translation>%1 ist gebaut.</translation>
    </message>
    <message>
        <source>The build was stopped. Steps that were done are kept by the engine.</source>
        <translation>Das Bauen wurde angehalten. Fertige Schritte behält die Engine.</translation>
    </message>
    <message>
        <source>Stopped</source>
        <translation>Angehalten</translation>
    </message>
    <message>
        <source>%1 is no argument: write NAME=VALUE</source>
        <translation>%1 ist kein Argument: schreiben Sie NAME=WERT</translation>
    </message>
</context>
<context>
    <name>sandbench::ui::ImageDetails</name>
    <message>
        <source>Fact</source>
        <translation>Angabe</translation>
    </message>
    <message>
        <source>Value</source>
        <translation>Wert</translation>
    </message>
    <message>
        <source>Facts about the image</source>
        <translation>Angaben zum Image</translation>
    </message>
    <message>
        <source>Created</source>
        <translation>Erstellt</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>Größe</translation>
    </message>
    <message>
        <source>Step</source>
        <translation>Schritt</translation>
    </message>
    <message>
        <source>Steps that made the image</source>
        <translation>Schritte, aus denen das Image entstand</translation>
    </message>
    <message>
        <source>Facts</source>
        <translation>Angaben</translation>
    </message>
    <message>
        <source>Steps</source>
        <translation>Schritte</translation>
    </message>
    <message>
        <source>Copy Rows</source>
        <translation>Zeilen kopieren</translation>
    </message>
    <message>
        <source>Names</source>
        <translation>Namen</translation>
    </message>
    <message>
        <source>Id</source>
        <translation>Id</translation>
    </message>
    <message>
        <source>Digests</source>
        <translation>Digests</translation>
    </message>
    <message>
        <source>Platform</source>
        <translation>Plattform</translation>
    </message>
    <message>
        <source>User</source>
        <translation>Benutzer</translation>
    </message>
    <message>
        <source>root: the image names no other</source>
        <translation>root: das Image nennt keinen anderen</translation>
    </message>
    <message>
        <source>Folder</source>
        <translation>Ordner</translation>
    </message>
    <message>
        <source>Starts</source>
        <translation>Startet</translation>
    </message>
    <message>
        <source>Command</source>
        <translation>Befehl</translation>
    </message>
    <message>
        <source>Environment</source>
        <translation>Umgebung</translation>
    </message>
    <message>
        <source>Ports</source>
        <translation>Ports</translation>
    </message>
    <message>
        <source>Volumes</source>
        <translation>Volumes</translation>
    </message>
    <message>
        <source>Labels</source>
        <translation>Labels</translation>
    </message>
    <message>
        <source>Used by</source>
        <translation>Benutzt von</translation>
    </message>
    <message>
        <source>Check</source>
        <translation>Prüfung</translation>
    </message>
</context>
<context>
    <name>sandbench::ui::ImagesModel</name>
    <message>
        <source>No name (%1)</source>
        <translation>Ohne Namen (%1)</translation>
    </message>
    <message>
        <source>%1 and %2 more</source>
        <translation>%1 und %2 weitere</translation>
    </message>
    <message>
        <source>Image</source>
        <translation>Image</translation>
    </message>
    <message>
        <source>Engine</source>
        <translation>Engine</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>Größe</translation>
    </message>
    <message>
        <source>Created</source>
        <translation>Erstellt</translation>
    </message>
    <message>
        <source>Platform</source>
        <translation>Plattform</translation>
    </message>
    <message>
        <source>Used by</source>
        <translation>Benutzt von</translation>
    </message>
</context>
<context>
    <name>sandbench::ui::ImagesPanel</name>
    <message>
        <source>Engine</source>
        <translation>Engine</translation>
    </message>
    <message>
        <source>Whose images are shown, and where new ones go</source>
        <translation>Wessen Images zu sehen sind, und wohin neue kommen</translation>
    </message>
    <message>
        <source>All engines</source>
        <translation>Alle Engines</translation>
    </message>
    <message>
        <source>Search images</source>
        <translation>Images suchen</translation>
    </message>
    <message>
        <source>Search: name, engine, user, …</source>
        <translation>Suchen: Name, Engine, Benutzer, …</translation>
    </message>
    <message>
        <source>Images</source>
        <translation>Images</translation>
    </message>
    <message>
        <source>%1 of %2 images</source>
        <translation>%1 von %2 Images</translation>
    </message>
    <message>
        <source>1 image</source>
        <translation>1 Image</translation>
    </message>
    <message>
        <source>%1 images</source>
        <translation>%1 Images</translation>
    </message>
    <message>
        <source>asking the engines…</source>
        <translation>die Engines werden gefragt …</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>no answer: %1</source>
        <translation>keine Antwort: %1</translation>
    </message>
    <message>
        <source>No image has such a name. Empty the search, or choose all engines.</source>
        <translation>Kein Image heißt so. Leeren Sie die Suche, oder wählen Sie alle Engines.</translation>
    </message>
    <message>
        <source>Asking the engines for their images…</source>
        <translation>Die Engines werden nach ihren Images gefragt …</translation>
    </message>
    <message>
        <source>No engine here has images. The embedded engine needs none; Docker and Podman are found when they run.</source>
        <translation>Keine Engine hier hat Images. Die eingebaute braucht keine; Docker und Podman werden gefunden, wenn sie laufen.</translation>
    </message>
    <message>
        <source>No engine has an image yet. Pull one, or build one from a folder.</source>
        <translation>Noch hat keine Engine ein Image. Holen Sie eines, oder bauen Sie eines aus einem Ordner.</translation>
    </message>
    <message>
        <source>Pull…</source>
        <translation>Holen …</translation>
    </message>
    <message>
        <source>Build…</source>
        <translation>Bauen …</translation>
    </message>
    <message>
        <source>Load from a File…</source>
        <translation>Aus einer Datei laden …</translation>
    </message>
    <message>
        <source>New Session from It…</source>
        <translation>Neue Sitzung daraus …</translation>
    </message>
    <message>
        <source>Give Another Name…</source>
        <translation>Weiteren Namen geben …</translation>
    </message>
    <message>
        <source>Export to a File…</source>
        <translation>In eine Datei exportieren …</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>Entfernen</translation>
    </message>
    <message>
        <source>Remove What Nothing Uses…</source>
        <translation>Unbenutztes entfernen …</translation>
    </message>
    <message>
        <source>More</source>
        <translation>Mehr</translation>
    </message>
    <message>
        <source>More to do with images</source>
        <translation>Mehr mit Images tun</translation>
    </message>
    <message>
        <source>Choose an image first.</source>
        <translation>Wählen Sie zuerst ein Image.</translation>
    </message>
    <message>
        <source>No engine with images answers.</source>
        <translation>Keine Engine mit Images antwortet.</translation>
    </message>
    <message>
        <source>Pull Image</source>
        <translation>Image holen</translation>
    </message>
    <message>
        <source>Image to get from its registry into %1:</source>
        <translation>Image, das aus seiner Registry nach %1 kommt:</translation>
    </message>
    <message>
        <source>Another Name</source>
        <translation>Weiterer Name</translation>
    </message>
    <message>
        <source>Name that %1 gets besides:</source>
        <translation>Name, den %1 außerdem bekommt:</translation>
    </message>
    <message>
        <source>Remove %1 from %2? It cannot be undone.</source>
        <translation>%1 von %2 entfernen? Das lässt sich nicht rückgängig machen.</translation>
    </message>
    <message>
        <source>%1 is removed.</source>
        <translation>%1 ist entfernt.</translation>
    </message>
    <message>
        <source>%1 is no name of that image any more.</source>
        <translation>%1 ist kein Name dieses Images mehr.</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>Rückgängig</translation>
    </message>
    <message>
        <source>Export Image</source>
        <translation>Image exportieren</translation>
    </message>
    <message>
        <source>%1 is exported to %2.</source>
        <translation>%1 ist nach %2 exportiert.</translation>
    </message>
    <message>
        <source>Exporting %1</source>
        <translation>%1 wird exportiert</translation>
    </message>
    <message>
        <source>Load Images</source>
        <translation>Images laden</translation>
    </message>
    <message>
        <source>Archives of images (*.tar *.tar.gz *.tgz);;All files (*)</source>
        <translation>Archive mit Images (*.tar *.tar.gz *.tgz);;Alle Dateien (*)</translation>
    </message>
    <message>
        <source>Loaded: %1</source>
        <translation>Geladen: %1</translation>
    </message>
    <message>
        <source>Loading %1</source>
        <translation>%1 wird geladen</translation>
    </message>
    <message>
        <source>%1 are free again.</source>
        <translation>%1 sind wieder frei.</translation>
    </message>
    <message>
        <source>Every image of %1 has a name or is in use.</source>
        <translation>Jedes Image von %1 hat einen Namen oder wird benutzt.</translation>
    </message>
    <message>
        <source>Remove from %1 what has no name and no use: %2, up to %3? It cannot be brought back.</source>
        <translation>Von %1 entfernen, was keinen Namen hat und nicht benutzt wird: %2, bis zu %3? Es lässt sich nicht zurückholen.</translation>
    </message>
    <message>
        <source>Refresh</source>
        <translation>Neu lesen</translation>
    </message>
    <message>
        <source>No engine with images answers:
%1
Start one, and press Ctrl+R.</source>
        <translation>Keine Engine mit Images antwortet:
%1
Starten Sie eine, und drücken Sie Strg+R.</translation>
    </message>
    <message>
        <source>Another image is being pulled; wait for it, or cancel it.</source>
        <translation>Ein anderes Image wird gerade geholt; warten Sie darauf, oder brechen Sie es ab.</translation>
    </message>
    <message>
        <source>Naming %1</source>
        <translation>%1 wird benannt</translation>
    </message>
    <message>
        <source>Removing %1</source>
        <translation>%1 wird entfernt</translation>
    </message>
    <message>
        <source>Removing what nothing uses</source>
        <translation>Unbenutztes wird entfernt</translation>
    </message>
    <message>
        <source>Add to the Matrix</source>
        <translation>Zur Matrix hinzufügen</translation>
    </message>
    <message>
        <source>%1 and %2 more</source>
        <translation>%1 und %2 weitere</translation>
    </message>
    <message>
        <source>Choose one image only.</source>
        <translation>Wählen Sie nur ein Image.</translation>
    </message>
    <message>
        <source>Remove these %1 names: %2? Their images have others, so it can be undone.</source>
        <translation>Diese %1 Namen entfernen: %2? Ihre Images haben andere, also lässt es sich rückgängig machen.</translation>
    </message>
    <message>
        <source>Remove these %1 images: %2? It cannot be undone.</source>
        <translation>Diese %1 Images entfernen: %2? Das lässt sich nicht rückgängig machen.</translation>
    </message>
    <message>
        <source>Remove these %1 names: %2? These take their images with them, which cannot be undone: %3.</source>
        <translation>Diese %1 Namen entfernen: %2? Diese nehmen ihre Images mit, was sich nicht rückgängig machen lässt: %3.</translation>
    </message>
    <message>
        <source>Removing %1 images</source>
        <translation>%1 Images werden entfernt</translation>
    </message>
    <message>
        <source>%1 are removed.</source>
        <translation>%1 sind entfernt.</translation>
    </message>
</context>
<context>
    <name>sandbench::ui::TransferFeed</name>
    <message>
        <source>%1 of %2</source>
        <translation>%1 von %2</translation>
    </message>
</context>
<context>
    <name>sandbench::ui::ImageCheckView</name>
    <message>
        <source>Look Inside</source>
        <translation>Hineinsehen</translation>
    </message>
    <message>
        <source>Check against a File…</source>
        <translation>Gegen eine Datei prüfen …</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>Anhalten</translation>
    </message>
    <message>
        <source>What was found in the image</source>
        <translation>Was im Image gefunden wurde</translation>
    </message>
    <message>
        <source>Look Inside says what the image has and what isolates its sandbox. A file of checks is sandbench-image.yaml, a goss.yaml, or one of container-structure-test.</source>
        <translation>Hineinsehen sagt, was das Image hat und was seine Sandbox abschottet. Eine Datei mit Prüfungen ist sandbench-image.yaml, eine goss.yaml oder eine von container-structure-test.</translation>
    </message>
    <message>
        <source>Looking into %1…</source>
        <translation>In %1 wird hineingesehen …</translation>
    </message>
    <message>
        <source>Stopped.</source>
        <translation>Angehalten.</translation>
    </message>
    <message>
        <source>Looking into %1</source>
        <translation>In %1 wird hineingesehen</translation>
    </message>
    <message>
        <source>There was no sandbox: %1</source>
        <translation>Es gab keine Sandbox: %1</translation>
    </message>
    <message>
        <source>Checks of Images</source>
        <translation>Prüfungen von Images</translation>
    </message>
    <message>
        <source>Checks (*.yaml *.yml *.json);;All files (*)</source>
        <translation>Prüfungen (*.yaml *.yml *.json);;Alle Dateien (*)</translation>
    </message>
    <message>
        <source>Checking %1…</source>
        <translation>%1 wird geprüft …</translation>
    </message>
    <message>
        <source>Checking %1</source>
        <translation>%1 wird geprüft</translation>
    </message>
    <message>
        <source>Passed</source>
        <translation>Bestanden</translation>
    </message>
    <message>
        <source>Failed</source>
        <translation>Gescheitert</translation>
    </message>
    <message>
        <source>%1: expected %2, got %3</source>
        <translation>%1: erwartet %2, gefunden %3</translation>
    </message>
    <message>
        <source>Not checked</source>
        <translation>Nicht geprüft</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>Our agent runs in it.</source>
        <translation>Unser Agent läuft darin.</translation>
    </message>
    <message>
        <source>Our agent does not run in it.</source>
        <translation>Unser Agent läuft darin nicht.</translation>
    </message>
    <message>
        <source>System</source>
        <translation>System</translation>
    </message>
    <message>
        <source>Platform</source>
        <translation>Plattform</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>Größe</translation>
    </message>
    <message>
        <source>User</source>
        <translation>Benutzer</translation>
    </message>
    <message>
        <source>Users</source>
        <translation>Benutzer darin</translation>
    </message>
    <message>
        <source>Shells</source>
        <translation>Shells</translation>
    </message>
    <message>
        <source>Interpreters</source>
        <translation>Interpreter</translation>
    </message>
    <message>
        <source>Package managers</source>
        <translation>Paketverwaltungen</translation>
    </message>
    <message>
        <source>Packages</source>
        <translation>Pakete</translation>
    </message>
    <message>
        <source>Isolated by</source>
        <translation>Abgeschottet durch</translation>
    </message>
    <message>
        <source>Missing</source>
        <translation>Fehlt</translation>
    </message>
    <message>
        <source>Note</source>
        <translation>Hinweis</translation>
    </message>
    <message>
        <source>%1 passed, %2 failed, %3 not checked</source>
        <translation>%1 bestanden, %2 gescheitert, %3 nicht geprüft</translation>
    </message>
    <message>
        <source>Choose an image first.</source>
        <translation>Wählen Sie zuerst ein Image.</translation>
    </message>
    <message>
        <source>It is being looked at.</source>
        <translation>Es wird gerade angesehen.</translation>
    </message>
    <message>
        <source>Nothing goes on.</source>
        <translation>Es geht nichts vor sich.</translation>
    </message>
    <message>
        <source>not known</source>
        <translation>nicht bekannt</translation>
    </message>
</context>
<context>
    <name>sandbench::ui::TerminalView</name>
    <message>
        <source>Terminal</source>
        <translation>Terminal</translation>
    </message>
</context>
<context>
    <name>sandbench::ui::TerminalSession</name>
    <message>
        <source>The session could not be opened.</source>
        <translation>Die Sitzung ließ sich nicht öffnen.</translation>
    </message>
    <message>
        <source>The shell ended with status %1.</source>
        <translation>Die Shell endete mit Status %1.</translation>
    </message>
</context>
<context>
    <name>sandbench::ui::TerminalPanel</name>
    <message>
        <source>New Terminal</source>
        <translation>Neues Terminal</translation>
    </message>
    <message>
        <source>A terminal runs a shell in this session's sandbox, with its limits and its files.</source>
        <translation>Ein Terminal führt eine Shell in der Sandbox dieser Sitzung aus, mit ihren Grenzen und ihren Dateien.</translation>
    </message>
    <message>
        <source>Find in terminal</source>
        <translation>Im Terminal suchen</translation>
    </message>
    <message>
        <source>Copy from Terminal</source>
        <translation>Aus dem Terminal kopieren</translation>
    </message>
    <message>
        <source>Paste into Terminal</source>
        <translation>In das Terminal einfügen</translation>
    </message>
    <message>
        <source>Find in Terminal</source>
        <translation>Im Terminal suchen</translation>
    </message>
    <message>
        <source>Close Terminal</source>
        <translation>Terminal schließen</translation>
    </message>
    <message>
        <source>The terminal's program does not read: what you typed last was not sent.</source>
        <translation>Das Programm im Terminal liest nicht: Was Sie zuletzt eingaben, wurde nicht gesendet.</translation>
    </message>
    <message>
        <source>%1 Press Enter for a new one.</source>
        <translation>%1 Die Eingabetaste öffnet eine neue.</translation>
    </message>
    <message>
        <source>Paste this into the terminal? Each of its %1 line ends may run a command: %2</source>
        <translation>In das Terminal einfügen? Jedes der %1 Zeilenenden kann einen Befehl ausführen: %2</translation>
    </message>
    <message>
        <source>Paste this into the terminal? %1</source>
        <translation>In das Terminal einfügen? %1</translation>
    </message>
    <message>
        <source>Control characters were left out.</source>
        <translation>Steuerzeichen wurden weggelassen.</translation>
    </message>
    <message>
        <source>Paste</source>
        <translation>Einfügen</translation>
    </message>
    <message>
        <source>Do Not Paste</source>
        <translation>Nicht einfügen</translation>
    </message>
</context>
<context>
    <name>sandbench::ui::FileMoves</name>
    <message>
        <source>%1 and %2 more</source>
        <translation>%1 und %2 weitere</translation>
    </message>
    <message>
        <source>A name is not empty and has no / in it.</source>
        <translation>Ein Name ist nicht leer und enthält kein /.</translation>
    </message>
    <message>
        <source>%1 was deleted.</source>
        <translation>%1 wurde gelöscht.</translation>
    </message>
    <message>
        <source>%1 files and folders were deleted.</source>
        <translation>%1 Dateien und Ordner wurden gelöscht.</translation>
    </message>
    <message>
        <source>%1 cannot be moved away, so deleting it cannot be undone.</source>
        <translation>%1 lässt sich nicht beiseitelegen, das Löschen kann also nicht rückgängig gemacht werden.</translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>Löschen</translation>
    </message>
    <message>
        <source>Looking at the files to bring in</source>
        <translation>Hineinzubringende Dateien werden angesehen</translation>
    </message>
    <message>
        <source>Looking at the files to save</source>
        <translation>Zu speichernde Dateien werden angesehen</translation>
    </message>
    <message>
        <source>These are %1 in %2 files.</source>
        <translation>Das sind %1 in %2 Dateien.</translation>
    </message>
    <message>
        <source>%1 is there already: files of the same names are replaced.</source>
        <translation>%1 ist schon da: Dateien mit gleichem Namen werden ersetzt.</translation>
    </message>
    <message>
        <source>Bring In</source>
        <translation>Hineinbringen</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>Speichern</translation>
    </message>
    <message>
        <source>Bringing in files</source>
        <translation>Dateien werden hineingebracht</translation>
    </message>
    <message>
        <source>Saving files</source>
        <translation>Dateien werden gespeichert</translation>
    </message>
    <message>
        <source>%1 files are in %2 now.</source>
        <translation>%1 Dateien sind jetzt in %2.</translation>
    </message>
    <message>
        <source>%1 files were saved in %2.</source>
        <translation>%1 Dateien wurden in %2 gespeichert.</translation>
    </message>
    <message>
        <source>1 file is in %2 now.</source>
        <translation>1 Datei ist jetzt in %2.</translation>
    </message>
    <message>
        <source>1 file was saved in %2.</source>
        <translation>1 Datei wurde in %2 gespeichert.</translation>
    </message>
    <message>
        <source>Left out, since links are not followed and some names cannot be used: %1.</source>
        <translation>Ausgelassen, da Verknüpfungen nicht gefolgt wird und manche Namen nicht zu gebrauchen sind: %1.</translation>
    </message>
</context>
<context>
    <name>sandbench::ui::FilePreview</name>
    <message>
        <source>Close the preview (Escape)</source>
        <translation>Vorschau schließen (Escape)</translation>
    </message>
    <message>
        <source>Close the preview</source>
        <translation>Vorschau schließen</translation>
    </message>
    <message>
        <source>Reading %1…</source>
        <translation>%1 wird gelesen …</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>%1 · %2</source>
        <translation>%1 · %2</translation>
    </message>
    <message>
        <source> · only the first %1 are shown</source>
        <translation> · nur die ersten %1 werden gezeigt</translation>
    </message>
</context>
<context>
    <name>sandbench::ui::FileTreeModel</name>
    <message>
        <source>Its name is not UTF-8: it can be listed, not read.</source>
        <translation>Der Name ist kein UTF-8: Er lässt sich aufführen, die Datei nicht lesen.</translation>
    </message>
    <message>
        <source>A link; links are not followed here.</source>
        <translation>Eine Verknüpfung; Verknüpfungen wird hier nicht gefolgt.</translation>
    </message>
    <message>
        <source>No plain file: a pipe, a socket or a device.</source>
        <translation>Keine gewöhnliche Datei: eine Pipe, ein Socket oder ein Gerät.</translation>
    </message>
    <message>
        <source>Rights: %1</source>
        <translation>Rechte: %1</translation>
    </message>
    <message>
        <source>Changed since the session began: its contents, name or rights, by the sandbox's clock</source>
        <translation>Seit Beginn der Sitzung geändert: Inhalt, Name oder Rechte, nach der Uhr der Sandbox</translation>
    </message>
    <message>
        <source>%1, changed</source>
        <translation>%1, geändert</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>Name</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>Größe</translation>
    </message>
    <message>
        <source>Modified</source>
        <translation>Geändert</translation>
    </message>
    <message>
        <source>Cannot be listed: %1</source>
        <translation>Lässt sich nicht auflisten: %1</translation>
    </message>
    <message>
        <source>More than %1 entries: the others are not shown. List them by a program, or open a folder below by its path.</source>
        <translation>Mehr als %1 Einträge: Die übrigen werden nicht gezeigt. Ein Programm kann sie auflisten, ein Ordner darunter lässt sich über seinen Pfad öffnen.</translation>
    </message>
</context>
<context>
    <name>sandbench::ui::FilesPanel</name>
    <message>
        <source>Files</source>
        <translation>Dateien</translation>
    </message>
    <message>
        <source>Folder of the sandbox</source>
        <translation>Ordner der Sandbox</translation>
    </message>
    <message>
        <source>Folder, from /</source>
        <translation>Ordner, ab /</translation>
    </message>
    <message>
        <source>Filter files</source>
        <translation>Dateien filtern</translation>
    </message>
    <message>
        <source>Filter: name</source>
        <translation>Filter: Name</translation>
    </message>
    <message>
        <source>Files of the sandbox</source>
        <translation>Dateien der Sandbox</translation>
    </message>
    <message>
        <source>The files of the chosen session are shown here. Run a program, or open a session, to have one.</source>
        <translation>Hier stehen die Dateien der gewählten Sitzung. Führen Sie ein Programm aus oder öffnen Sie eine Sitzung.</translation>
    </message>
    <message>
        <source>The files cannot be read: %1</source>
        <translation>Die Dateien lassen sich nicht lesen: %1</translation>
    </message>
    <message>
        <source>No file that is listed has “%1” in its name.</source>
        <translation>Keine aufgeführte Datei hat „%1“ im Namen.</translation>
    </message>
    <message>
        <source>Reading the folder…</source>
        <translation>Der Ordner wird gelesen …</translation>
    </message>
    <message>
        <source>This folder is empty. Drop files here, or use Bring In Files.</source>
        <translation>Dieser Ordner ist leer. Ziehen Sie Dateien hierher oder wählen Sie „Dateien hineinbringen“.</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 von %2</translation>
    </message>
    <message>
        <source>1 entry</source>
        <translation>1 Eintrag</translation>
    </message>
    <message>
        <source>%1 entries</source>
        <translation>%1 Einträge</translation>
    </message>
    <message>
        <source> · as they were before what runs now</source>
        <translation> · wie sie vor dem laufenden Programm waren</translation>
    </message>
    <message>
        <source>Folder Above</source>
        <translation>Übergeordneter Ordner</translation>
    </message>
    <message>
        <source>Refresh</source>
        <translation>Aktualisieren</translation>
    </message>
    <message>
        <source>List again what is shown</source>
        <translation>Was gezeigt wird, neu auflisten</translation>
    </message>
    <message>
        <source>Bring In Files…</source>
        <translation>Dateien hineinbringen …</translation>
    </message>
    <message>
        <source>Copy files of this machine into the chosen folder of the sandbox; or drop them there</source>
        <translation>Dateien dieses Rechners in den gewählten Ordner der Sandbox kopieren; oder dorthin ziehen</translation>
    </message>
    <message>
        <source>Bring In Folder…</source>
        <translation>Ordner hineinbringen …</translation>
    </message>
    <message>
        <source>Copy a folder of this machine into the chosen folder of the sandbox</source>
        <translation>Einen Ordner dieses Rechners in den gewählten Ordner der Sandbox kopieren</translation>
    </message>
    <message>
        <source>Save To…</source>
        <translation>Speichern in …</translation>
    </message>
    <message>
        <source>Copy what is selected into a folder of this machine</source>
        <translation>Das Ausgewählte in einen Ordner dieses Rechners kopieren</translation>
    </message>
    <message>
        <source>Edit</source>
        <translation>Bearbeiten</translation>
    </message>
    <message>
        <source>Open the file as a document, which is saved back into the sandbox</source>
        <translation>Die Datei als Dokument öffnen, das in die Sandbox zurückgespeichert wird</translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>Löschen</translation>
    </message>
    <message>
        <source>Delete what is selected in the sandbox</source>
        <translation>Das Ausgewählte in der Sandbox löschen</translation>
    </message>
    <message>
        <source>Find Files</source>
        <translation>Dateien finden</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>Öffnen</translation>
    </message>
    <message>
        <source>Rename</source>
        <translation>Umbenennen</translation>
    </message>
    <message>
        <source>New Folder…</source>
        <translation>Neuer Ordner …</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>Rückgängig</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>no session is open</source>
        <translation>keine Sitzung ist offen</translation>
    </message>
    <message>
        <source>no file is selected that has a usable name</source>
        <translation>keine Datei mit brauchbarem Namen ist ausgewählt</translation>
    </message>
    <message>
        <source>only plain files can be edited</source>
        <translation>nur gewöhnliche Dateien lassen sich bearbeiten</translation>
    </message>
    <message>
        <source>Bring In Folder</source>
        <translation>Ordner hineinbringen</translation>
    </message>
    <message>
        <source>Bring In Files</source>
        <translation>Dateien hineinbringen</translation>
    </message>
    <message>
        <source>Save To</source>
        <translation>Speichern in</translation>
    </message>
    <message>
        <source>New Folder</source>
        <translation>Neuer Ordner</translation>
    </message>
    <message>
        <source>Name of the new folder</source>
        <translation>Name des neuen Ordners</translation>
    </message>
    <message>
        <source>Undo Delete</source>
        <translation>Löschen rückgängig machen</translation>
    </message>
    <message>
        <source>nothing was deleted since the last run</source>
        <translation>seit dem letzten Lauf wurde nichts gelöscht</translation>
    </message>
    <message>
        <source>What you dragged is here now: drag it again.</source>
        <translation>Was Sie gezogen haben, ist jetzt da: Ziehen Sie es noch einmal.</translation>
    </message>
</context>
<context>
    <name>sandbench::ui::SessionUse</name>
    <message>
        <source>CPU</source>
        <translation>CPU</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>Speicher</translation>
    </message>
    <message>
        <source>Processes</source>
        <translation>Prozesse</translation>
    </message>
    <message>
        <source>Disk</source>
        <translation>Platte</translation>
    </message>
    <message>
        <source>%1 %</source>
        <translation>%1 %</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 von %2</translation>
    </message>
</context>
<context>
    <name>sandbench::ui::Sparkline</name>
    <message>
        <source>%1 of the session</source>
        <translation>%1 der Sitzung</translation>
    </message>
    <message>
        <source>Shows it large, with the last minutes</source>
        <translation>Zeigt es groß, mit den letzten Minuten</translation>
    </message>
</context>
<context>
    <name>sandbench::ui::UseGraph</name>
    <message>
        <source>%1, %2 s before</source>
        <translation>%1, vor %2 s</translation>
    </message>
    <message>
        <source>Not measured yet</source>
        <translation>Noch nicht gemessen</translation>
    </message>
    <message>
        <source>%1 s before</source>
        <translation>vor %1 s</translation>
    </message>
    <message>
        <source>now</source>
        <translation>jetzt</translation>
    </message>
    <message>
        <source>Limit: %1</source>
        <translation>Grenze: %1</translation>
    </message>
    <message>
        <source>Top: %1</source>
        <translation>Oben: %1</translation>
    </message>
</context>
<context>
    <name>sandbench::ui::UseWindow</name>
    <message>
        <source>Use of %1</source>
        <translation>Verbrauch von %1</translation>
    </message>
</context>
<context>
    <name>sandbench::ui::SnapshotDesk</name>
    <message>
        <source>Snapshot of %1</source>
        <translation>Schnappschuss von %1</translation>
    </message>
</context>
<context>
    <name>sandbench::ui::SnapshotsDialog</name>
    <message>
        <source>Snapshots</source>
        <translation>Schnappschüsse</translation>
    </message>
    <message>
        <source>Session</source>
        <translation>Sitzung</translation>
    </message>
    <message>
        <source>Taken</source>
        <translation>Aufgenommen</translation>
    </message>
    <message>
        <source>Made from</source>
        <translation>Gemacht aus</translation>
    </message>
    <message>
        <source>Files</source>
        <translation>Dateien</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>Größe</translation>
    </message>
    <message>
        <source>No snapshot was taken yet. Session &gt; Take Snapshot keeps the files of a session's working folder, with the packages that are installed there.</source>
        <translation>Noch kein Schnappschuss. Sitzung &gt; Schnappschuss aufnehmen bewahrt die Dateien im Arbeitsordner einer Sitzung, mit den dort installierten Paketen.</translation>
    </message>
    <message>
        <source>&amp;Open in New Session</source>
        <translation>In neuer Sitzung ö&amp;ffnen</translation>
    </message>
    <message>
        <source>&amp;Delete…</source>
        <translation>&amp;Löschen …</translation>
    </message>
    <message>
        <source>%1 · %2</source>
        <translation>%1 · %2</translation>
    </message>
    <message>
        <source>Left out, as no plain file or folder: %1</source>
        <translation>Ausgelassen, da keine gewöhnliche Datei und kein Ordner: %1</translation>
    </message>
    <message>
        <source>Delete Snapshot</source>
        <translation>Schnappschuss löschen</translation>
    </message>
    <message>
        <source>Delete the snapshot of %1? Its files are gone then.</source>
        <translation>Den Schnappschuss von %1 löschen? Seine Dateien sind dann weg.</translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>Löschen</translation>
    </message>
</context>
<context>
    <name>sandbench::ui::KeyStrokes</name>
    <message>
        <source>%1   %2</source>
        <translation>%1   %2</translation>
    </message>
</context>
<context>
    <name>sandbench::ui::BeamerWindow</name>
    <message>
        <source>Sandbench</source>
        <translation>Sandbench</translation>
    </message>
</context>
<context>
    <name>sandbench::ui::MatrixModel</name>
    <message>
        <source>waiting</source>
        <translation>wartet</translation>
    </message>
    <message>
        <source>running…</source>
        <translation>läuft …</translation>
    </message>
    <message>
        <source>✓ %1</source>
        <translation>✓ %1</translation>
    </message>
    <message>
        <source>✗ %1</source>
        <translation>✗ %1</translation>
    </message>
    <message>
        <source>%1 · %2</source>
        <translation>%1 · %2</translation>
    </message>
    <message>
        <source>≠ %1</source>
        <translation>≠ %1</translation>
    </message>
</context>
<context>
    <name>sandbench::ui::MatrixPanel</name>
    <message>
        <source>Run Matrix</source>
        <translation>Matrix ausführen</translation>
    </message>
    <message>
        <source>Run the open programs in every place, each time in a fresh sandbox</source>
        <translation>Die offenen Programme an jedem Ort ausführen, jedes Mal in einer frischen Sandbox</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>Anhalten</translation>
    </message>
    <message>
        <source>Stop what still runs</source>
        <translation>Anhalten, was noch läuft</translation>
    </message>
    <message>
        <source>Save As…</source>
        <translation>Speichern unter …</translation>
    </message>
    <message>
        <source>Save the matrix as a page, or as CSV or JSON</source>
        <translation>Die Matrix als Seite, CSV oder JSON speichern</translation>
    </message>
    <message>
        <source>Result</source>
        <translation>Ergebnis</translation>
    </message>
    <message>
        <source>Places</source>
        <translation>Orte</translation>
    </message>
    <message>
        <source>An engine a line, and the image: docker python:3.12</source>
        <translation>Je Zeile eine Engine und das Image: docker python:3.12</translation>
    </message>
    <message>
        <source>As usual; or names with commas: small, large</source>
        <translation>Wie üblich; oder Namen mit Kommas: small, large</translation>
    </message>
    <message>
        <source>Arguments</source>
        <translation>Argumente</translation>
    </message>
    <message>
        <source>None; each line is one more run</source>
        <translation>Keine; jede Zeile ist ein weiterer Lauf</translation>
    </message>
    <message>
        <source>&amp;Places</source>
        <translation>&amp;Orte</translation>
    </message>
    <message>
        <source>Si&amp;zes</source>
        <translation>&amp;Größen</translation>
    </message>
    <message>
        <source>&amp;Arguments</source>
        <translation>&amp;Argumente</translation>
    </message>
    <message>
        <source>Runs</source>
        <translation>Läufe</translation>
    </message>
    <message>
        <source>Details of the run</source>
        <translation>Einzelheiten des Laufs</translation>
    </message>
    <message>
        <source>Nothing was run yet. Run Matrix runs every open program in each place, and shows where it comes to something else.</source>
        <translation>Noch nichts ausgeführt. Matrix ausführen führt jedes offene Programm an jedem Ort aus und zeigt, wo es anders ausgeht.</translation>
    </message>
    <message>
        <source>it is being run, stop it first</source>
        <translation>sie läuft gerade, zuerst anhalten</translation>
    </message>
    <message>
        <source>nothing is running</source>
        <translation>nichts läuft</translation>
    </message>
    <message>
        <source>nothing was run yet</source>
        <translation>noch nichts wurde ausgeführt</translation>
    </message>
    <message>
        <source>Open the programs that are to be run.</source>
        <translation>Die Programme öffnen, die ausgeführt werden sollen.</translation>
    </message>
    <message>
        <source>Matrix of runs</source>
        <translation>Matrix von Läufen</translation>
    </message>
    <message>
        <source>Running…</source>
        <translation>Läuft …</translation>
    </message>
    <message>
        <source>%1 of %2 are over</source>
        <translation>%1 von %2 sind beendet</translation>
    </message>
    <message>
        <source>Stopped. %1 of %2 passed.</source>
        <translation>Angehalten. %1 von %2 bestanden.</translation>
    </message>
    <message>
        <source>%1 of %2 passed, and each came to the same everywhere.</source>
        <translation>%1 von %2 bestanden, und jedes ging überall gleich aus.</translation>
    </message>
    <message>
        <source>%1 of %2 passed. ≠ marks what came to something else.</source>
        <translation>%1 von %2 bestanden. ≠ markiert, was anders ausging.</translation>
    </message>
    <message>
        <source>Save Matrix</source>
        <translation>Matrix speichern</translation>
    </message>
    <message>
        <source>Page (*.html)</source>
        <translation>Seite (*.html)</translation>
    </message>
    <message>
        <source>Table (*.csv)</source>
        <translation>Tabelle (*.csv)</translation>
    </message>
    <message>
        <source>JSON (*.json)</source>
        <translation>JSON (*.json)</translation>
    </message>
    <message>
        <source>Saving the matrix</source>
        <translation>Matrix wird gespeichert</translation>
    </message>
    <message>
        <source>Saved as %1</source>
        <translation>Gespeichert als %1</translation>
    </message>
    <message>
        <source>Sizes</source>
        <translation>Größen</translation>
    </message>
</context>
<context>
    <name>sandbench::ui::ReplayStage</name>
    <message>
        <source>Replay</source>
        <translation>Wiedergabe</translation>
    </message>
</context>
<context>
    <name>sandbench::ui::ReplayWindow</name>
    <message>
        <source>Replay</source>
        <translation>Wiedergabe</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Schließen</translation>
    </message>
    <message>
        <source>Program of the run</source>
        <translation>Programm des Laufs</translation>
    </message>
    <message>
        <source>Position in the run</source>
        <translation>Stelle im Lauf</translation>
    </message>
    <message>
        <source>Left and Right go by one second, Page Up and Page Down by five</source>
        <translation>Links und Rechts gehen um eine Sekunde, Bild auf und Bild ab um fünf</translation>
    </message>
    <message>
        <source>Play</source>
        <translation>Abspielen</translation>
    </message>
    <message>
        <source>Play, or pause</source>
        <translation>Abspielen oder anhalten</translation>
    </message>
    <message>
        <source>Restart</source>
        <translation>Von vorn</translation>
    </message>
    <message>
        <source>Play from the beginning</source>
        <translation>Vom Anfang an abspielen</translation>
    </message>
    <message>
        <source>S&amp;kip pauses</source>
        <translation>Pausen &amp;kürzen</translation>
    </message>
    <message>
        <source>Of a pause of more than two seconds, play two</source>
        <translation>Von einer Pause über zwei Sekunden nur zwei abspielen</translation>
    </message>
    <message>
        <source>Save as &amp;GIF…</source>
        <translation>Als &amp;GIF speichern …</translation>
    </message>
    <message>
        <source>Save the replay as an animated picture, at this speed</source>
        <translation>Die Wiedergabe als bewegtes Bild speichern, in diesem Tempo</translation>
    </message>
    <message>
        <source>Save as &amp;Cast…</source>
        <translation>Als &amp;Cast speichern …</translation>
    </message>
    <message>
        <source>Save what it printed for asciinema, at this speed</source>
        <translation>Die Ausgabe für asciinema speichern, in diesem Tempo</translation>
    </message>
    <message>
        <source>Speed</source>
        <translation>Tempo</translation>
    </message>
    <message>
        <source>How fast it plays</source>
        <translation>Wie schnell abgespielt wird</translation>
    </message>
    <message>
        <source>%1×</source>
        <translation>%1×</translation>
    </message>
    <message>
        <source>Replay of %1</source>
        <translation>Wiedergabe von %1</translation>
    </message>
    <message>
        <source>Pause</source>
        <translation>Anhalten</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 von %2</translation>
    </message>
    <message>
        <source>Save as GIF</source>
        <translation>Als GIF speichern</translation>
    </message>
    <message>
        <source>Animated pictures (*.gif)</source>
        <translation>Bewegte Bilder (*.gif)</translation>
    </message>
    <message>
        <source>Save as cast</source>
        <translation>Als Cast speichern</translation>
    </message>
    <message>
        <source>Casts of asciinema (*.cast)</source>
        <translation>Casts von asciinema (*.cast)</translation>
    </message>
    <message>
        <source>GIF %1</source>
        <translation>GIF %1</translation>
    </message>
    <message>
        <source>Frame %1 of %2</source>
        <translation>Bild %1 von %2</translation>
    </message>
    <message>
        <source>Making the GIF: %1</source>
        <translation>Das GIF entsteht: %1</translation>
    </message>
    <message>
        <source>Saved %1</source>
        <translation>%1 gespeichert</translation>
    </message>
</context>
<context>
    <name>sandbench::ui::StepVariables</name>
    <message>
        <source>deleted</source>
        <translation>gelöscht</translation>
    </message>
    <message>
        <source>%1
Changed in this step</source>
        <translation>%1
In diesem Schritt geändert</translation>
    </message>
    <message>
        <source>%1, changed</source>
        <translation>%1, geändert</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>Name</translation>
    </message>
    <message>
        <source>Type</source>
        <translation>Typ</translation>
    </message>
    <message>
        <source>Value</source>
        <translation>Wert</translation>
    </message>
</context>
<context>
    <name>sandbench::ui::StepDesk</name>
    <message>
        <source>%1 has changed since it ran: its lines may have moved</source>
        <translation>%1 wurde seit dem Lauf geändert: seine Zeilen können verschoben sein</translation>
    </message>
</context>
<context>
    <name>sandbench::ui::StepsPanel</name>
    <message>
        <source>as many steps as are kept; the program went on without</source>
        <translation>mehr Schritte werden nicht aufbewahrt; das Programm lief ohne weiter</translation>
    </message>
    <message>
        <source>as much of the steps as is kept; the program went on without</source>
        <translation>mehr von den Schritten wird nicht aufbewahrt; das Programm lief ohne weiter</translation>
    </message>
    <message>
        <source>no more steps: calls were nested as deep as Python lets them</source>
        <translation>keine weiteren Schritte: Aufrufe waren so tief verschachtelt, wie Python es zulässt</translation>
    </message>
    <message>
        <source>no more steps: the program had no memory left</source>
        <translation>keine weiteren Schritte: das Programm hatte keinen Speicher mehr</translation>
    </message>
    <message>
        <source>no more steps: the program was interrupted</source>
        <translation>keine weiteren Schritte: das Programm wurde unterbrochen</translation>
    </message>
    <message>
        <source>its Python is older than 3.6</source>
        <translation>sein Python ist älter als 3.6</translation>
    </message>
    <message>
        <source>the program did not start, or its Python did not load what writes down steps</source>
        <translation>das Programm ist nicht gestartet, oder sein Python hat nicht geladen, was Schritte aufschreibt</translation>
    </message>
    <message>
        <source>it ended before its first line</source>
        <translation>es endete vor seiner ersten Zeile</translation>
    </message>
    <message>
        <source>what is no step was skipped: the program may have written into its steps</source>
        <translation>was kein Schritt ist, wurde übergangen: das Programm hat vielleicht in seine Schritte geschrieben</translation>
    </message>
    <message>
        <source>Pause Steps</source>
        <translation>Schritte anhalten</translation>
    </message>
    <message>
        <source>Play Steps</source>
        <translation>Schritte abspielen</translation>
    </message>
    <message>
        <source>%1 — %2, line %3</source>
        <translation>%1 — %2, Zeile %3</translation>
    </message>
    <message>
        <source>… and %1 more</source>
        <translation>… und %1 weitere</translation>
    </message>
    <message>
        <source>%1 is entered</source>
        <translation>%1 wird betreten</translation>
    </message>
    <message>
        <source>line %1 of %2 comes next</source>
        <translation>als Nächstes Zeile %1 von %2</translation>
    </message>
    <message>
        <source>%1 is left</source>
        <translation>%1 wird verlassen</translation>
    </message>
    <message>
        <source>%1 returns %2</source>
        <translation>%1 gibt %2 zurück</translation>
    </message>
    <message>
        <source>raised: %1</source>
        <translation>ausgelöst: %1</translation>
    </message>
    <message>
        <source> · thread %1</source>
        <translation> · Thread %1</translation>
    </message>
    <message>
        <source> · changed: %1</source>
        <translation> · geändert: %1</translation>
    </message>
    <message>
        <source>the program runs, and takes its input in Output</source>
        <translation>das Programm läuft und nimmt seine Eingabe unter Ausgabe</translation>
    </message>
    <message>
        <source>%1: step %2 of %3 · %4</source>
        <translation>%1: Schritt %2 von %3 · %4</translation>
    </message>
    <message>
        <source>Waiting for the first step of %1…</source>
        <translation>Warten auf den ersten Schritt von %1 …</translation>
    </message>
    <message>
        <source>%1 has left no steps: %2.</source>
        <translation>%1 hat keine Schritte hinterlassen: %2.</translation>
    </message>
    <message>
        <source>Run a Python program step by step to go through it line by line, forwards and back.</source>
        <translation>Führen Sie ein Python-Programm Schritt für Schritt aus, um es Zeile für Zeile durchzugehen, vorwärts und zurück.</translation>
    </message>
    <message>
        <source>Run a Python program step by step (%1) to go through it line by line, forwards and back.</source>
        <translation>Führen Sie ein Python-Programm Schritt für Schritt aus (%1), um es Zeile für Zeile durchzugehen, vorwärts und zurück.</translation>
    </message>
    <message>
        <source>no program has been run step by step</source>
        <translation>noch ist kein Programm Schritt für Schritt gelaufen</translation>
    </message>
    <message>
        <source>there is no such step</source>
        <translation>einen solchen Schritt gibt es nicht</translation>
    </message>
    <message>
        <source>this is the last step</source>
        <translation>dies ist der letzte Schritt</translation>
    </message>
    <message>
        <source>Speed</source>
        <translation>Tempo</translation>
    </message>
    <message>
        <source>Steps a second</source>
        <translation>Schritte je Sekunde</translation>
    </message>
    <message>
        <source>Steps a second: %1</source>
        <translation>Schritte je Sekunde: %1</translation>
    </message>
    <message>
        <source>Step</source>
        <translation>Schritt</translation>
    </message>
    <message>
        <source>All steps of the program</source>
        <translation>Alle Schritte des Programms</translation>
    </message>
    <message>
        <source>Call stack</source>
        <translation>Aufrufstapel</translation>
    </message>
    <message>
        <source>Output up to this step</source>
        <translation>Ausgabe bis zu diesem Schritt</translation>
    </message>
    <message>
        <source>Nothing has been printed up to this step.</source>
        <translation>Bis zu diesem Schritt wurde nichts ausgegeben.</translation>
    </message>
    <message>
        <source>Variables at this step</source>
        <translation>Variablen bei diesem Schritt</translation>
    </message>
    <message>
        <source>First Step</source>
        <translation>Erster Schritt</translation>
    </message>
    <message>
        <source>Back to Breakpoint</source>
        <translation>Zurück zum Haltepunkt</translation>
    </message>
    <message>
        <source>Step Back Over</source>
        <translation>Zurück ohne Aufrufe</translation>
    </message>
    <message>
        <source>Step Back</source>
        <translation>Schritt zurück</translation>
    </message>
    <message>
        <source>Step Over</source>
        <translation>Schritt ohne Aufrufe</translation>
    </message>
    <message>
        <source>Step Out</source>
        <translation>Aus der Funktion heraus</translation>
    </message>
    <message>
        <source>Go to Breakpoint</source>
        <translation>Zum Haltepunkt</translation>
    </message>
    <message>
        <source>Last Step</source>
        <translation>Letzter Schritt</translation>
    </message>
    <message>
        <source>the program still runs</source>
        <translation>das Programm läuft noch</translation>
    </message>
    <message>
        <source>Clear Steps</source>
        <translation>Schritte leeren</translation>
    </message>
</context>
<context>
    <name>sandbench::ui::LessonDesk</name>
    <message>
        <source>The lesson could not be opened: %1</source>
        <translation>Die Lektion ließ sich nicht öffnen: %1</translation>
    </message>
    <message>
        <source>the lesson %1</source>
        <translation>der Lektion %1</translation>
    </message>
    <message>
        <source>The program is the step's own again. Undo brings yours back.</source>
        <translation>Das Programm ist wieder das des Schritts. Rückgängig bringt Ihres zurück.</translation>
    </message>
    <message>
        <source>solution-%1</source>
        <translation>loesung-%1</translation>
    </message>
    <message>
        <source>%1, step %2</source>
        <translation>%1, Schritt %2</translation>
    </message>
    <message>
        <source>Running…</source>
        <translation>Läuft …</translation>
    </message>
    <message>
        <source>Checking…</source>
        <translation>Wird geprüft …</translation>
    </message>
    <message>
        <source>No lesson was made: %1</source>
        <translation>Es wurde keine Lektion angelegt: %1</translation>
    </message>
    <message>
        <source>Open a lesson.md first: the step goes to its end.</source>
        <translation>Öffnen Sie zuerst eine lesson.md: Der Schritt kommt an ihr Ende.</translation>
    </message>
    <message>
        <source>The name of this document tells no language to run it in.</source>
        <translation>Der Name dieses Dokuments nennt keine Sprache, in der es laufen könnte.</translation>
    </message>
    <message>
        <source>This document is too large for a step, or its name is none for a lesson.</source>
        <translation>Dieses Dokument ist zu groß für einen Schritt, oder sein Name taugt nicht für eine Lektion.</translation>
    </message>
    <message>
        <source>The lesson is in %1.</source>
        <translation>Die Lektion liegt in %1.</translation>
    </message>
    <message>
        <source>The lesson was not exported: %1</source>
        <translation>Die Lektion wurde nicht exportiert: %1</translation>
    </message>
</context>
<context>
    <name>sandbench::ui::LessonPanel</name>
    <message>
        <source>A lesson is read here step by step, with a program to run in each. Begin with one of these, or open a folder with a lesson.md.</source>
        <translation>Hier wird eine Lektion Schritt für Schritt gelesen, jeder mit einem Programm zum Ausführen. Beginnen Sie mit einer von diesen, oder öffnen Sie einen Ordner mit einer lesson.md.</translation>
    </message>
    <message>
        <source>Step</source>
        <translation>Schritt</translation>
    </message>
    <message>
        <source>Problems of the lesson</source>
        <translation>Probleme der Lektion</translation>
    </message>
    <message>
        <source>What the checks say</source>
        <translation>Was die Prüfungen sagen</translation>
    </message>
    <message>
        <source>%1. %2 ✓</source>
        <translation>%1. %2 ✓</translation>
    </message>
    <message>
        <source>%1. %2</source>
        <translation>%1. %2</translation>
    </message>
    <message>
        <source>Line %1: %2</source>
        <translation>Zeile %1: %2</translation>
    </message>
    <message>
        <source>%1 of memory</source>
        <translation>%1 Speicher</translation>
    </message>
    <message>
        <source>%1 of disk space</source>
        <translation>%1 Plattenplatz</translation>
    </message>
    <message>
        <source>%1 of output</source>
        <translation>%1 Ausgabe</translation>
    </message>
    <message>
        <source>%1 processes</source>
        <translation>%1 Prozesse</translation>
    </message>
    <message>
        <source>%1 processors</source>
        <translation>%1 Prozessoren</translation>
    </message>
    <message>
        <source>%1 s</source>
        <translation>%1 s</translation>
    </message>
    <message>
        <source>%1 s of CPU time</source>
        <translation>%1 s Rechenzeit</translation>
    </message>
    <message>
        <source>the profile %1</source>
        <translation>das Profil %1</translation>
    </message>
    <message>
        <source>The sandbox of this step has %1.</source>
        <translation>Die Sandbox dieses Schritts hat %1.</translation>
    </message>
    <message>
        <source>✓ The check holds.</source>
        <translation>✓ Die Prüfung ist bestanden.</translation>
    </message>
    <message>
        <source>✓ %1 holds.</source>
        <translation>✓ %1 ist bestanden.</translation>
    </message>
    <message>
        <source>✗ The check does not hold: %1</source>
        <translation>✗ Die Prüfung ist nicht bestanden: %1</translation>
    </message>
    <message>
        <source>✗ %1 does not hold: %2</source>
        <translation>✗ %1 ist nicht bestanden: %2</translation>
    </message>
</context>
<context>
    <name>sandbench::ui::LessonTextView</name>
    <message>
        <source>Text of the step</source>
        <translation>Text des Schritts</translation>
    </message>
</context>
<context>
    <name>sandbench::ui::PredictionBox</name>
    <message>
        <source>Your prediction</source>
        <translation>Ihre Vorhersage</translation>
    </message>
    <message>
        <source>What happens</source>
        <translation>Was geschieht</translation>
    </message>
    <message>
        <source>✓ You predicted it: %1</source>
        <translation>✓ Das haben Sie vorhergesagt: %1</translation>
    </message>
    <message>
        <source>✗ You predicted: %1</source>
        <translation>✗ Ihre Vorhersage: %1</translation>
    </message>
    <message>
        <source>What happens: %1</source>
        <translation>Was geschieht: %1</translation>
    </message>
</context>
<context>
    <name>sandbench::ui::PathField</name>
    <message>
        <source>Choose: %1</source>
        <translation>Wählen: %1</translation>
    </message>
    <message>
        <source>Choose</source>
        <translation>Wählen</translation>
    </message>
</context>
<context>
    <name>sandbench::ui::GradeDetails</name>
    <message>
        <source>Submission</source>
        <translation>Abgabe</translation>
    </message>
    <message>
        <source>&amp;Code</source>
        <translation>&amp;Code</translation>
    </message>
    <message>
        <source>Out&amp;put</source>
        <translation>A&amp;usgabe</translation>
    </message>
    <message>
        <source>&amp;Difference</source>
        <translation>A&amp;bweichung</translation>
    </message>
    <message>
        <source>Compare with</source>
        <translation>Vergleichen mit</translation>
    </message>
    <message>
        <source>Test</source>
        <translation>Test</translation>
    </message>
    <message>
        <source>File</source>
        <translation>Datei</translation>
    </message>
    <message>
        <source>Open in Editor</source>
        <translation>Im Editor öffnen</translation>
    </message>
    <message>
        <source>Open this file as a new document; nothing runs</source>
        <translation>Diese Datei als neues Dokument öffnen; nichts wird ausgeführt</translation>
    </message>
    <message>
        <source>Choose a submission: here are its code, its output and what differs.</source>
        <translation>Wählen Sie eine Abgabe: Hier stehen ihr Code, ihre Ausgabe und was abweicht.</translation>
    </message>
    <message>
        <source>%1 is refused: %2</source>
        <translation>%1 ist abgelehnt: %2</translation>
    </message>
    <message>
        <source>program</source>
        <translation>Programm</translation>
    </message>
    <message>
        <source>What the test expects</source>
        <translation>Was der Test erwartet</translation>
    </message>
    <message>
        <source>%1 (%2 % similar)</source>
        <translation>%1 (zu %2 % ähnlich)</translation>
    </message>
    <message>
        <source>no submission is chosen</source>
        <translation>keine Abgabe ist gewählt</translation>
    </message>
    <message>
        <source>Code of the submission</source>
        <translation>Code der Abgabe</translation>
    </message>
    <message>
        <source>What it wrote to standard error is kept apart:</source>
        <translation>Was es auf die Standardfehlerausgabe geschrieben hat, ist getrennt aufbewahrt:</translation>
    </message>
    <message>
        <source>It printed more; the beginning is kept.</source>
        <translation>Es hat mehr ausgegeben; der Anfang ist aufbewahrt.</translation>
    </message>
    <message>
        <source>It passed in an earlier run, of which no output is kept.</source>
        <translation>Es hat in einem früheren Lauf bestanden, von dem keine Ausgabe aufbewahrt ist.</translation>
    </message>
    <message>
        <source>It printed nothing.</source>
        <translation>Es hat nichts ausgegeben.</translation>
    </message>
    <message>
        <source>It is not over yet.</source>
        <translation>Es ist noch nicht beendet.</translation>
    </message>
    <message>
        <source>%1 has no file of this name.</source>
        <translation>%1 hat keine Datei dieses Namens.</translation>
    </message>
</context>
<context>
    <name>sandbench::ui::GradeFields</name>
    <message>
        <source>Folder of tests</source>
        <translation>Ordner der Tests</translation>
    </message>
    <message>
        <source>A folder of checks and test programs</source>
        <translation>Ein Ordner mit Prüfungen und Testprogrammen</translation>
    </message>
    <message>
        <source>Folder of submissions</source>
        <translation>Ordner der Abgaben</translation>
    </message>
    <message>
        <source>Each file or folder in it is one</source>
        <translation>Jede Datei, jeder Ordner darin ist eine</translation>
    </message>
    <message>
        <source>What the program is called</source>
        <translation>Wie das Programm heißt</translation>
    </message>
    <message>
        <source>Its own name</source>
        <translation>Sein eigener Name</translation>
    </message>
    <message>
        <source>What every program is called in its sandbox, and what test programs import</source>
        <translation>Wie jedes Programm in seiner Sandbox heißt und was Testprogramme importieren</translation>
    </message>
    <message>
        <source>File of results</source>
        <translation>Datei der Ergebnisse</translation>
    </message>
    <message>
        <source>None; to go on later</source>
        <translation>Keine; um später fortzufahren</translation>
    </message>
    <message>
        <source>Each result is added to this file, and what is in it already is not run again</source>
        <translation>Jedes Ergebnis kommt in diese Datei; was schon darin steht, läuft nicht noch einmal</translation>
    </message>
    <message>
        <source>&amp;Tests</source>
        <translation>&amp;Tests</translation>
    </message>
    <message>
        <source>Sub&amp;missions</source>
        <translation>Ab&amp;gaben</translation>
    </message>
    <message>
        <source>Called &amp;as</source>
        <translation>Hei&amp;ßt</translation>
    </message>
    <message>
        <source>Res&amp;ults</source>
        <translation>E&amp;rgebnisse</translation>
    </message>
    <message>
        <source>Engine</source>
        <translation>Engine</translation>
    </message>
    <message>
        <source>Image</source>
        <translation>Image</translation>
    </message>
    <message>
        <source>The usual one</source>
        <translation>Das übliche</translation>
    </message>
    <message>
        <source>Submissions at once</source>
        <translation>Abgaben zugleich</translation>
    </message>
    <message>
        <source>Fresh sand&amp;box for each test</source>
        <translation>&amp;Frische Sandbox für jeden Test</translation>
    </message>
    <message>
        <source>E&amp;ngine</source>
        <translation>E&amp;ngine</translation>
    </message>
    <message>
        <source>&amp;Image</source>
        <translation>&amp;Image</translation>
    </message>
    <message>
        <source>Time &amp;limit</source>
        <translation>&amp;Zeitgrenze</translation>
    </message>
    <message>
        <source>At &amp;once</source>
        <translation>Zugl&amp;eich</translation>
    </message>
    <message>
        <source>This engine has no images</source>
        <translation>Diese Engine hat keine Images</translation>
    </message>
</context>
<context>
    <name>sandbench::ui::GradeModel</name>
    <message>
        <source>✗ time</source>
        <translation>✗ Zeit</translation>
    </message>
    <message>
        <source>✗ memory</source>
        <translation>✗ Speicher</translation>
    </message>
    <message>
        <source>passed</source>
        <translation>bestanden</translation>
    </message>
    <message>
        <source>failed</source>
        <translation>nicht bestanden</translation>
    </message>
    <message>
        <source>time limit</source>
        <translation>Zeitgrenze</translation>
    </message>
    <message>
        <source>out of memory</source>
        <translation>zu wenig Speicher</translation>
    </message>
    <message>
        <source>not run</source>
        <translation>nicht gelaufen</translation>
    </message>
    <message>
        <source>Similar to %1 (%2 %)</source>
        <translation>Ähnlich wie %1 (%2 %)</translation>
    </message>
    <message>
        <source>%1, and to %2 more</source>
        <translation>%1, und %2 weitere</translation>
    </message>
    <message>
        <source>refused</source>
        <translation>abgelehnt</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 von %2</translation>
    </message>
    <message>
        <source>Submission</source>
        <translation>Abgabe</translation>
    </message>
    <message>
        <source>Points</source>
        <translation>Punkte</translation>
    </message>
    <message>
        <source>Similar</source>
        <translation>Ähnlich</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>Zeit</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>Speicher</translation>
    </message>
</context>
<context>
    <name>sandbench::ui::GradePanel</name>
    <message>
        <source>Grade</source>
        <translation>Bewerten</translation>
    </message>
    <message>
        <source>Run every test with every submission, each submission in a sandbox of its own</source>
        <translation>Jeden Test mit jeder Abgabe ausführen, jede Abgabe in einer eigenen Sandbox</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>Anhalten</translation>
    </message>
    <message>
        <source>Stop what still runs</source>
        <translation>Anhalten, was noch läuft</translation>
    </message>
    <message>
        <source>Run Failed Again</source>
        <translation>Fehlgeschlagene noch einmal</translation>
    </message>
    <message>
        <source>Read the folders anew, and run what did not pass or has changed</source>
        <translation>Die Ordner neu lesen und ausführen, was nicht bestanden hat oder geändert ist</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>Speichern</translation>
    </message>
    <message>
        <source>Save Table…</source>
        <translation>Tabelle speichern…</translation>
    </message>
    <message>
        <source>Save the table as CSV or JSON</source>
        <translation>Die Tabelle als CSV oder JSON speichern</translation>
    </message>
    <message>
        <source>Save Pages…</source>
        <translation>Seiten speichern…</translation>
    </message>
    <message>
        <source>Save an index and a page for each submission into a folder</source>
        <translation>Ein Verzeichnis und eine Seite für jede Abgabe in einen Ordner speichern</translation>
    </message>
    <message>
        <source>Result</source>
        <translation>Ergebnis</translation>
    </message>
    <message>
        <source>Filter</source>
        <translation>Filter</translation>
    </message>
    <message>
        <source>Filter by name</source>
        <translation>Nach Namen filtern</translation>
    </message>
    <message>
        <source>Nothing was graded yet. Name a folder of tests and a folder of what was handed in, or drop them on their fields, and choose Grade: each submission gets a sandbox of its own, and a row here.</source>
        <translation>Noch wurde nichts bewertet. Nennen Sie einen Ordner mit Tests und einen mit den Abgaben, oder ziehen Sie sie auf ihre Felder, und wählen Sie Bewerten: Jede Abgabe bekommt eine eigene Sandbox und hier eine Zeile.</translation>
    </message>
    <message>
        <source>Submissions</source>
        <translation>Abgaben</translation>
    </message>
    <message>
        <source>Copy Table</source>
        <translation>Tabelle kopieren</translation>
    </message>
    <message>
        <source>Copy the rows that are shown, for a spreadsheet</source>
        <translation>Die gezeigten Zeilen kopieren, für eine Tabellenkalkulation</translation>
    </message>
    <message>
        <source>it is being graded, stop it first</source>
        <translation>es wird bewertet, halten Sie es erst an</translation>
    </message>
    <message>
        <source>nothing was graded yet</source>
        <translation>noch wurde nichts bewertet</translation>
    </message>
    <message>
        <source>nothing is running</source>
        <translation>nichts läuft</translation>
    </message>
    <message>
        <source>everything passed</source>
        <translation>alles hat bestanden</translation>
    </message>
    <message>
        <source>Name the folder of tests and the folder of submissions.</source>
        <translation>Nennen Sie den Ordner der Tests und den der Abgaben.</translation>
    </message>
    <message>
        <source>Reading…</source>
        <translation>Es wird gelesen…</translation>
    </message>
    <message>
        <source>Grading</source>
        <translation>Bewertung</translation>
    </message>
    <message>
        <source>%1 of %2 are over</source>
        <translation>%1 von %2 sind beendet</translation>
    </message>
    <message>
        <source>%1, about %2 left</source>
        <translation>%1, noch etwa %2</translation>
    </message>
    <message>
        <source>Stopped.</source>
        <translation>Angehalten.</translation>
    </message>
    <message>
        <source>Stopped. %1 of %2 passed everything.</source>
        <translation>Angehalten. %1 von %2 haben alles bestanden.</translation>
    </message>
    <message>
        <source>%1 of %2 passed everything.</source>
        <translation>%1 von %2 haben alles bestanden.</translation>
    </message>
    <message>
        <source>Save Grading</source>
        <translation>Bewertung speichern</translation>
    </message>
    <message>
        <source>Table (*.csv)</source>
        <translation>Tabelle (*.csv)</translation>
    </message>
    <message>
        <source>JSON (*.json)</source>
        <translation>JSON (*.json)</translation>
    </message>
    <message>
        <source>Folder for the Pages</source>
        <translation>Ordner für die Seiten</translation>
    </message>
    <message>
        <source>Saving the grading</source>
        <translation>Die Bewertung wird gespeichert</translation>
    </message>
    <message>
        <source>Saved as %1</source>
        <translation>Gespeichert als %1</translation>
    </message>
    <message>
        <source>Saving the pages</source>
        <translation>Die Seiten werden gespeichert</translation>
    </message>
    <message>
        <source>Pages saved in %1</source>
        <translation>Seiten gespeichert in %1</translation>
    </message>
</context>
<context>
    <name>sandbench::ui::DragOut</name>
    <message>
        <source>Looking at the files to bring out</source>
        <translation>Dateien zum Herausziehen werden angesehen</translation>
    </message>
    <message>
        <source>Links, pipes and devices cannot be dragged out.</source>
        <translation>Verknüpfungen, Pipes und Geräte lassen sich nicht herausziehen.</translation>
    </message>
    <message>
        <source>These are %1: more than can be dragged. Use Save To.</source>
        <translation>Das sind %1: mehr, als sich ziehen lässt. Nehmen Sie „Speichern in“.</translation>
    </message>
    <message>
        <source>%1 is being brought out: drag it again when it is here.</source>
        <translation>%1 wird herausgeholt: Ziehen Sie es noch einmal, wenn es da ist.</translation>
    </message>
    <message>
        <source>Bringing files out</source>
        <translation>Dateien werden herausgeholt</translation>
    </message>
    <message>
        <source>Left out, since links are not followed and some names cannot be used: %1.</source>
        <translation>Ausgelassen, da Verknüpfungen nicht gefolgt wird und manche Namen nicht zu gebrauchen sind: %1.</translation>
    </message>
</context>
<context>
    <name>sandbench::ui::ImageKeeper</name>
    <message>
        <source>no sandbox is open</source>
        <translation>keine Sandbox ist offen</translation>
    </message>
    <message>
        <source>a cluster makes no images; take a snapshot instead</source>
        <translation>ein Cluster macht keine Images; machen Sie stattdessen einen Schnappschuss</translation>
    </message>
    <message>
        <source>the embedded engine has no images; take a snapshot instead</source>
        <translation>die eingebaute Engine hat keine Images; machen Sie stattdessen einen Schnappschuss</translation>
    </message>
    <message>
        <source>its container is not its own; take a snapshot instead</source>
        <translation>ihr Container gehört ihr nicht; machen Sie stattdessen einen Schnappschuss</translation>
    </message>
    <message>
        <source>Keep as Image</source>
        <translation>Als Image behalten</translation>
    </message>
    <message>
        <source>Name of the new image, as mine:1. It is the image of the session with what its working
folder has now, and with its packages. The session goes on.</source>
        <translation>Name des neuen Images, etwa mine:1. Es ist das Image der Sitzung mit dem, was ihr
Arbeitsordner jetzt hat, und mit ihren Paketen. Die Sitzung geht weiter.</translation>
    </message>
    <message>
        <source>Keeping %1 as an image</source>
        <translation>%1 wird als Image behalten</translation>
    </message>
    <message>
        <source>Apptainer makes no images of sandboxes; take a snapshot instead</source>
        <translation>Apptainer macht aus Sandboxen keine Images; machen Sie stattdessen einen Schnappschuss</translation>
    </message>
</context>
<context>
    <name>sandbench::ui::BatchDetails</name>
    <message>
        <source>There is more of it.</source>
        <translation>Es gibt mehr davon.</translation>
    </message>
    <message>
        <source>%1, %2 at most</source>
        <translation>%1, höchstens %2</translation>
    </message>
    <message>
        <source>Input:</source>
        <translation>Eingabe:</translation>
    </message>
    <message>
        <source>Expected:</source>
        <translation>Erwartet:</translation>
    </message>
    <message>
        <source>Printed:</source>
        <translation>Ausgegeben:</translation>
    </message>
    <message>
        <source>Errors:</source>
        <translation>Fehler:</translation>
    </message>
    <message>
        <source>It printed more than is kept.</source>
        <translation>Es gab mehr aus, als aufgehoben wird.</translation>
    </message>
    <message>
        <source>Test %1: %2</source>
        <translation>Test %1: %2</translation>
    </message>
    <message>
        <source>Line %1: %2</source>
        <translation>Zeile %1: %2</translation>
    </message>
    <message>
        <source>Run in %1</source>
        <translation>Gelaufen in %1</translation>
    </message>
    <message>
        <source>It was begun before, and its first end is not known.</source>
        <translation>Sie war schon einmal begonnen, und deren Ende ist nicht bekannt.</translation>
    </message>
    <message>
        <source>What came of the line</source>
        <translation>Was aus der Zeile wurde</translation>
    </message>
    <message>
        <source>Program of the line</source>
        <translation>Programm der Zeile</translation>
    </message>
    <message>
        <source>Result</source>
        <translation>Ergebnis</translation>
    </message>
    <message>
        <source>Program</source>
        <translation>Programm</translation>
    </message>
    <message>
        <source>Open in Editor</source>
        <translation>Im Editor öffnen</translation>
    </message>
    <message>
        <source>Open the program of the line as a new document</source>
        <translation>Öffnet das Programm der Zeile als neues Dokument</translation>
    </message>
    <message>
        <source>line %1 of %2</source>
        <translation>Zeile %1 von %2</translation>
    </message>
    <message>
        <source>it is being read</source>
        <translation>sie wird gelesen</translation>
    </message>
    <message>
        <source>no line is chosen</source>
        <translation>keine Zeile ist gewählt</translation>
    </message>
</context>
<context>
    <name>sandbench::ui::BatchFields</name>
    <message>
        <source>No engine is called so: %1. There are %2.</source>
        <translation>Keine Engine heißt so: %1. Es gibt %2.</translation>
    </message>
    <message>
        <source>This engine takes no image: %1</source>
        <translation>Diese Engine nimmt kein Image: %1</translation>
    </message>
    <message>
        <source>File of programs</source>
        <translation>Datei mit Programmen</translation>
    </message>
    <message>
        <source>A JSON object on each line</source>
        <translation>Ein JSON-Objekt je Zeile</translation>
    </message>
    <message>
        <source>Each line has a program as code, and may have stdin, expected, tests and more; the shapes of HumanEval and MBPP are understood</source>
        <translation>Jede Zeile hat ein Programm als code und kann stdin, expected, tests und mehr haben; auch HumanEval und MBPP werden verstanden</translation>
    </message>
    <message>
        <source>Folder for results</source>
        <translation>Ordner für Ergebnisse</translation>
    </message>
    <message>
        <source>A new folder, or that of a batch of the same file, which goes on</source>
        <translation>Ein neuer Ordner, oder der eines Stapels aus derselben Datei, der weitergeht</translation>
    </message>
    <message>
        <source>Folder of files</source>
        <translation>Ordner mit Dateien</translation>
    </message>
    <message>
        <source>None; where lines name files</source>
        <translation>Keiner; wo Zeilen Dateien nennen</translation>
    </message>
    <message>
        <source>&amp;Programs</source>
        <translation>&amp;Programme</translation>
    </message>
    <message>
        <source>Res&amp;ults</source>
        <translation>&amp;Ergebnisse</translation>
    </message>
    <message>
        <source>&amp;Files</source>
        <translation>&amp;Dateien</translation>
    </message>
    <message>
        <source>Engines</source>
        <translation>Engines</translation>
    </message>
    <message>
        <source>Engines with commas between, also by a connection: docker, docker@lab. Lines go where they are over soonest.</source>
        <translation>Engines mit Kommas dazwischen, auch über eine Verbindung: docker, docker@lab. Zeilen gehen dorthin, wo sie am ehesten fertig sind.</translation>
    </message>
    <message>
        <source>Image</source>
        <translation>Image</translation>
    </message>
    <message>
        <source>The usual one</source>
        <translation>Das übliche</translation>
    </message>
    <message>
        <source>Language</source>
        <translation>Sprache</translation>
    </message>
    <message>
        <source>python</source>
        <translation>python</translation>
    </message>
    <message>
        <source>Of lines that name none</source>
        <translation>Von Zeilen, die keine nennen</translation>
    </message>
    <message>
        <source>Lines at once</source>
        <translation>Zeilen zugleich</translation>
    </message>
    <message>
        <source>S&amp;hare sandboxes between lines</source>
        <translation>Zeilen &amp;teilen sich Sandboxen</translation>
    </message>
    <message>
        <source>Faster, and less isolated: lines follow each other in a sandbox, whose folders are emptied in between. Rows of such lines say so.</source>
        <translation>Schneller und weniger getrennt: Zeilen laufen nacheinander in einer Sandbox, deren Ordner dazwischen geleert werden. Ergebnisse solcher Zeilen sagen es.</translation>
    </message>
    <message>
        <source>E&amp;ngines</source>
        <translation>En&amp;gines</translation>
    </message>
    <message>
        <source>&amp;Image</source>
        <translation>&amp;Image</translation>
    </message>
    <message>
        <source>Lan&amp;guage</source>
        <translation>&amp;Sprache</translation>
    </message>
    <message>
        <source>Time &amp;limit</source>
        <translation>&amp;Zeitgrenze</translation>
    </message>
    <message>
        <source>At &amp;once</source>
        <translation>Zug&amp;leich</translation>
    </message>
    <message>
        <source>A new folder beside the programs</source>
        <translation>Ein neuer Ordner neben den Programmen</translation>
    </message>
    <message>
        <source>Servers</source>
        <translation>Server</translation>
    </message>
    <message>
        <source>Addresses of sandbenchctl serve with commas between: https://one:8900. They share the lines with the engines.</source>
        <translation>Adressen von sandbenchctl serve mit Kommas dazwischen: https://eins:8900. Sie teilen sich die Zeilen mit den Engines.</translation>
    </message>
    <message>
        <source>File of the servers&apos; token</source>
        <translation>Datei mit dem Token der Server</translation>
    </message>
    <message>
        <source>What all of these servers want to be shown</source>
        <translation>Was alle diese Server sehen wollen</translation>
    </message>
    <message>
        <source>Ser&amp;vers</source>
        <translation>Ser&amp;ver</translation>
    </message>
    <message>
        <source>To&amp;ken</source>
        <translation>To&amp;ken</translation>
    </message>
    <message>
        <source>None</source>
        <translation>Keine</translation>
    </message>
</context>
<context>
    <name>sandbench::ui::BatchModel</name>
    <message>
        <source>passed</source>
        <translation>bestanden</translation>
    </message>
    <message>
        <source>failed</source>
        <translation>nicht bestanden</translation>
    </message>
    <message>
        <source>ended otherwise</source>
        <translation>anders geendet</translation>
    </message>
    <message>
        <source>not run</source>
        <translation>nicht gelaufen</translation>
    </message>
    <message>
        <source>unreadable</source>
        <translation>unlesbar</translation>
    </message>
    <message>
        <source>duplicate</source>
        <translation>doppelt</translation>
    </message>
    <message>
        <source>Line</source>
        <translation>Zeile</translation>
    </message>
    <message>
        <source>Id</source>
        <translation>Id</translation>
    </message>
    <message>
        <source>State</source>
        <translation>Zustand</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>Zeit</translation>
    </message>
    <message>
        <source>Why</source>
        <translation>Grund</translation>
    </message>
</context>
<context>
    <name>sandbench::ui::BatchPanel</name>
    <message>
        <source>Run Batch</source>
        <translation>Stapel ausführen</translation>
    </message>
    <message>
        <source>Run every line that the folder of results has no row of</source>
        <translation>Führt jede Zeile aus, die im Ordner der Ergebnisse noch fehlt</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>Anhalten</translation>
    </message>
    <message>
        <source>Stop; Run Batch goes on from there</source>
        <translation>Hält an; Stapel ausführen macht dort weiter</translation>
    </message>
    <message>
        <source>Run Failed Again</source>
        <translation>Gescheiterte wiederholen</translation>
    </message>
    <message>
        <source>Run what ran and did not pass again; its earlier rows are kept in replaced.jsonl</source>
        <translation>Führt noch einmal aus, was lief und nicht bestand; frühere Ergebnisse bleiben in replaced.jsonl</translation>
    </message>
    <message>
        <source>Progress</source>
        <translation>Fortschritt</translation>
    </message>
    <message>
        <source>Result</source>
        <translation>Ergebnis</translation>
    </message>
    <message>
        <source>Filter</source>
        <translation>Filter</translation>
    </message>
    <message>
        <source>Filter what did not pass</source>
        <translation>Nicht Bestandenes filtern</translation>
    </message>
    <message>
        <source>Nothing was run yet. Name a file with a JSON object on each line, or drop it on its field, and choose Run Batch: each line gets a sandbox of its own, and those that do not pass a row here.</source>
        <translation>Noch lief nichts. Nennen Sie eine Datei mit einem JSON-Objekt je Zeile, oder ziehen Sie sie auf ihr Feld, und wählen Sie Stapel ausführen: Jede Zeile bekommt eine eigene Sandbox, und was nicht besteht, eine Zeile hier.</translation>
    </message>
    <message>
        <source>Lines that did not pass</source>
        <translation>Zeilen, die nicht bestanden</translation>
    </message>
    <message>
        <source>Copy Table</source>
        <translation>Tabelle kopieren</translation>
    </message>
    <message>
        <source>Copy the rows that are shown, for a spreadsheet</source>
        <translation>Kopiert die gezeigten Zeilen für eine Tabellenkalkulation</translation>
    </message>
    <message>
        <source>it is being run, stop it first</source>
        <translation>er läuft, halten Sie ihn erst an</translation>
    </message>
    <message>
        <source>nothing was run yet</source>
        <translation>noch lief nichts</translation>
    </message>
    <message>
        <source>nothing is running</source>
        <translation>nichts läuft</translation>
    </message>
    <message>
        <source>Name the file of programs.</source>
        <translation>Nennen Sie die Datei mit Programmen.</translation>
    </message>
    <message>
        <source>Batch</source>
        <translation>Stapel</translation>
    </message>
    <message>
        <source>Reading…</source>
        <translation>Lesen…</translation>
    </message>
    <message>
        <source>%1 of %2 lines</source>
        <translation>%1 von %2 Zeilen</translation>
    </message>
    <message>
        <source>%1, %2 did not pass</source>
        <translation>%1, %2 nicht bestanden</translation>
    </message>
    <message>
        <source>%1, %2/s</source>
        <translation>%1, %2/s</translation>
    </message>
    <message>
        <source>%1, about %2 left</source>
        <translation>%1, noch etwa %2</translation>
    </message>
    <message>
        <source>%1 of %2 lines passed.</source>
        <translation>%1 von %2 Zeilen bestanden.</translation>
    </message>
    <message>
        <source>Stopped, %1 still to run: Run Batch goes on. %2</source>
        <translation>Angehalten, %1 stehen noch aus: Stapel ausführen macht weiter. %2</translation>
    </message>
    <message>
        <source>%1 The first %2 that did not pass are shown; results.jsonl has all.</source>
        <translation>%1 Die ersten %2, die nicht bestanden, werden gezeigt; results.jsonl hat alle.</translation>
    </message>
    <message>
        <source>Stopped.</source>
        <translation>Angehalten.</translation>
    </message>
    <message>
        <source>Copy Path</source>
        <translation>Pfad kopieren</translation>
    </message>
    <message>
        <source>Copy the path of the folder of results, which has summary.html, a page of all</source>
        <translation>Kopiert den Pfad des Ordners mit den Ergebnissen; summary.html darin ist eine Seite von allem</translation>
    </message>
</context>
<context>
    <name>sandbench::ui::RunFields</name>
    <message>
        <source>Time limit</source>
        <translation>Zeitgrenze</translation>
    </message>
    <message>
        <source> s</source>
        <translation> s</translation>
    </message>
    <message>
        <source>as usual</source>
        <translation>wie üblich</translation>
    </message>
    <message>
        <source>one for each processor</source>
        <translation>eine je Prozessor</translation>
    </message>
</context>
<context>
    <name>sandbench::ui::BatchJob</name>
    <message>
        <source>The token travels in clear text to %1</source>
        <translation>Das Token geht im Klartext an %1</translation>
    </message>
</context>
</TS>
