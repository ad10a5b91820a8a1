// Whether a game is coached: a player's first of its title, where hints are allowed. What coaches is loaded then.
import { accountName } from "../net/my-tables.ts";
import type { View } from "../net/types.ts";
import { movesOf } from "../stage/turns.ts";
import { isOn } from "../ui/settings.ts";
import { local } from "../ui/storage.ts";
import type { Coach, CoachActions } from "./coach.ts";
import { loadLazily } from "./lazy-load.ts";
import { type Phase, viewOf } from "./phase.ts";
import type { Store } from "./store.ts";

export class Coaching {
  private coach: Coach | undefined;

  constructor(
    private readonly base: string,
    private readonly store: Store,
    private readonly actions: CoachActions,
  ) {}

  /** The pieces of a view have arrived. */
  async draw(): Promise<void> {
    const view = viewOf(this.store.phase);
    if (!view || !isFirst(view) || !view.hints || !isOn("coaching")) return;
    const { Coach } = await loadLazily();
    this.coach ??= new Coach(this.base, this.actions);
    await this.coach.draw(this.store.phase);
  }

  follow(phase: Phase): void {
    this.coach?.follow(phase);
  }
}

/** Of an account the server knows what it has played; the browser of a guest remembers the first table. */
function isFirst({ id, title, viewer, log }: View): boolean {
  if (accountName() !== null) return true;
  const key = `quartier.first.${title.name}`;
  const first = local.get(key);
  if (!first && movesOf(log).some(({ actor }) => actor === viewer.seat)) local.set(key, id);
  return !first || first === id;
}
