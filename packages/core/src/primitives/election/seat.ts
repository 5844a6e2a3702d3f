/** What the calls of one election's handle share. */
import type { Contender } from "../../lease/contender.ts";
import type { RecordPlace } from "../../record/access.ts";
import type { MemberValues } from "../../record/member-values.ts";
import type { Pollers } from "../../record/pollers.ts";
import { Standing } from "./health.ts";
import { LeaderView } from "./leader-view.ts";

export class Seat<T> {
  readonly contender: Contender;
  readonly pollers: Pollers;
  readonly place: RecordPlace;
  readonly values: MemberValues<T>;
  /** Of all who look through this handle, so that none is told an earlier term than another was. */
  readonly view: LeaderView = new LeaderView();
  readonly standing: Standing = new Standing();

  constructor(contender: Contender, pollers: Pollers, place: RecordPlace, values: MemberValues<T>) {
    this.contender = contender;
    this.pollers = pollers;
    this.place = place;
    this.values = values;
  }
}
