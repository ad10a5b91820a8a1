// The line that says what is wrong between page and server: what a command waits for, else the state of the stream.
import type { Connection } from "../net/live.ts";
import { announce } from "../ui/announce.ts";
import { find } from "../ui/dom.ts";
import { t } from "../ui/translations.ts";

export class ConnectionLine {
  private readonly line = find("#connection");
  private stream = "";
  private command = "";
  private update = "";

  /** `reason`: why the server serves no stream, in its own words. */
  showStream(connection: Connection, reason = ""): void {
    const texts: Record<Connection, string> = {
      connected: "",
      silent: t("The server isn’t answering. Trying again…"),
      lost: reason || t("Connection lost. Reconnecting…"),
    };
    this.stream = texts[connection];
    this.draw();
  }

  showCommand(text: string): void {
    this.command = text;
    this.draw();
  }

  /** The server has a newer version of this page. */
  showUpdate(): void {
    this.update = t("There’s a new version of this page. Reload it when you like.");
    this.draw();
  }

  private draw(): void {
    const text = this.command || this.stream || this.update;
    if (text && (this.line.hidden || this.line.textContent !== text)) announce(text);
    if (text && this.line.lastChild) this.line.lastChild.textContent = text;
    this.line.hidden = !text;
  }
}
