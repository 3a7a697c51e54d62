import { dateAfter, dateAt, dateStart, hasSameOffset, isTimeZone } from '../../contract/entity/timeZone.ts'
import type { ProjectsStore } from './projects.ts'

interface ZonesOptions {
  readonly projects: Pick<ProjectsStore, 'list'>
  /** The zone of this browser. */
  readonly own: string
  /** That of the server's machine, where it says so. */
  readonly server: string | undefined
  readonly now: () => number
}

/**
 * Whose clock a time is said by: this browser's, a project's or the server's. Moments are said by this browser's; days, times of a program
 * and what a project's calendar rules are said by the project's, and jobs run by the server's. Zones are IANA names.
 */
export class Zones {
  readonly own: string
  /** Of the server's machine; this browser's own where the server does not say. */
  readonly server: string
  readonly #projects: Pick<ProjectsStore, 'list'>
  readonly #now: () => number
  readonly #elsewhere = new Map<string, boolean>()
  /** Asking the browser whether it knows a zone takes longer than a cell of a sheet may. */
  readonly #isKnown = new Map<string, boolean>()

  constructor({ projects, own, server, now }: ZonesOptions) {
    this.own = own
    this.server = server !== undefined && isTimeZone(server) ? server : own
    this.#projects = projects
    this.#now = now
  }

  now(): number {
    return this.#now()
  }

  /** Of the project's clock; this browser's own where the project is not known, and where nothing is in a project. */
  of(project: string | null | undefined): string {
    const zone = this.#projects.list.find(({ id }) => id === project)?.timeZone
    return zone !== undefined && this.#isZone(zone) ? zone : this.own
  }

  #isZone(name: string): boolean {
    const known = this.#isKnown.get(name) ?? isTimeZone(name)
    this.#isKnown.set(name, known)
    return known
  }

  /** Of a project, or of all that the account sees where none is named; each once, and one at least. */
  among(project: string | undefined): readonly string[] {
    const { list } = this.#projects
    if (project !== undefined || list.length === 0) return [this.of(project)]
    return [...new Set(list.map(({ id }) => this.of(id)))]
  }

  /** The newest day (`yyyy-MM-dd`) that has begun by a project's clock, or by any clock where none is named. */
  today(project: string | undefined, at = this.#now()): string {
    return this.among(project).map((zone) => dateAt(zone, at)).toSorted().at(-1) ?? dateAt(this.own, at)
  }

  /** The newest day (`yyyy-MM-dd`) that is over by a project's clock, or by all clocks where none is named. */
  lastWholeDay(project: string | undefined, at = this.#now()): string {
    return dateAfter(this.among(project).map((zone) => dateAt(zone, at)).toSorted()[0] ?? dateAt(this.own, at), -1)
  }

  /** From the first moment of one day to the last millisecond of another, by a project's clock, or by the earliest and the latest of all. */
  span(project: string | undefined, from: string, to: string): { readonly from: number; readonly to: number } {
    const zones = this.among(project)
    return { from: Math.min(...zones.map((zone) => dateStart(zone, from))), to: Math.max(...zones.map((zone) => dateStart(zone, dateAfter(to, 1)))) - 1 }
  }

  /** Says on which day (`yyyy-MM-dd`) something of a project was, by its clock. Many rows have the same moments: each is looked up once. */
  calendar(): (project: string | null | undefined, at: number) => string {
    const zones = new Map<string | null | undefined, string>()
    const known = new Map<string, string>()
    return (project, at) => {
      const zone = zones.get(project) ?? this.of(project)
      zones.set(project, zone)
      const key = `${at} ${zone}`
      const date = known.get(key) ?? dateAt(zone, at)
      known.set(key, date)
      return date
    }
  }

  /** Whether that zone's clock shows another time than this browser's, now or within a year: then a time says whose it is. */
  isElsewhere(zone: string): boolean {
    const known = this.#elsewhere.get(zone)
    if (known !== undefined) return known
    const found = !hasSameOffset(zone, this.own, this.#now())
    this.#elsewhere.set(zone, found)
    return found
  }
}
