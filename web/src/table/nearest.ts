// The nearest thing that leads on, named to whoever has touched one that does not.
import { type Box, middle } from "../stage/boxes.ts";

export interface Place {
  /** The id to touch. */
  id: string;
  box: Box;
}

/** Of some places the nearest to one; those of its own kind (what stands before the first hyphen) come first. */
export function nearest<P extends Place>(to: Place, places: P[]): P | undefined {
  const alike = places.filter(({ id }) => kindOf(id) === kindOf(to.id));
  const from = middle(to.box);
  const far = ({ box }: Place): number => Math.hypot(middle(box).x - from.x, middle(box).y - from.y);
  return (alike.length ? alike : places).reduce<P | undefined>(
    (best, place) => (best && far(best) <= far(place) ? best : place),
    undefined,
  );
}

function kindOf(id: string): string {
  return id.split("-")[0] ?? "";
}
