// The one place where the table's phase is kept.
import { CONNECTING, type Phase } from "./phase.ts";

export class Store {
  private present: Phase = CONNECTING;

  /** `changed` is told of every new phase. */
  constructor(private readonly changed: (phase: Phase) => void) {}

  get phase(): Phase {
    return this.present;
  }

  set(phase: Phase): void {
    if (phase === this.present) return;
    this.present = phase;
    this.changed(phase);
  }
}
