import { dateAfter, dateAt, dateStart, hasSameOffset, isTimeZone } from '../../../contract/entity/timeZone.ts'
import type { ProjectsStore } from './projects.ts'

interface ZonesOptions {
  readonly projects: Pick<ProjectsStore, 'list'>
  /** Time zone of the browser. */
  readonly own: string
  /** Time zone of the server, if it is reported. */
  readonly server: string | undefined
  readonly now: () => number
}

/**
 * Selects the time zone of a displayed time. Moments use that of the browser; days, program times and calendars that of
 * the project; scheduled jobs that of the server. Zones are IANA names.
 */
export class Zones {
  readonly own: string
  /** Time zone of the server; defaults to that of the browser. */
  readonly server: string
  readonly #projects: Pick<ProjectsStore, 'list'>
  readonly #now: () => number
  readonly #differs = new Map<string, boolean>()
  /** Cache, because checking a zone name is too slow for every cell of a table. */
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

  /** Returns the time zone of a project; that of the browser if the project is unknown or missing. */
  of(project: string | null | undefined): string {
    const zone = this.#projects.list.find(({ id }) => id === project)?.timeZone
    return zone !== undefined && this.#isZone(zone) ? zone : this.own
  }

  #isZone(name: string): boolean {
    const known = this.#isKnown.get(name) ?? isTimeZone(name)
    this.#isKnown.set(name, known)
    return known
  }

  /** Returns the distinct time zones of a project or of all granted projects; at least one. */
  among(project: string | undefined): readonly string[] {
    const { list } = this.#projects
    if (project !== undefined || list.length === 0) return [this.of(project)]
    return [...new Set(list.map(({ id }) => this.of(id)))]
  }

  /** Returns the current date (`yyyy-MM-dd`) of a project; without a project, the latest one of all time zones. */
  today(project: string | undefined, at = this.#now()): string {
    return (
      this.among(project)
        .map((zone) => dateAt(zone, at))
        .toSorted()
        .at(-1) ?? dateAt(this.own, at)
    )
  }

  /**
   * Returns the last complete day (`yyyy-MM-dd`) of a project; without a project, the last one that has ended in all
   * time zones.
   */
  lastWholeDay(project: string | undefined, at = this.#now()): string {
    return dateAfter(
      this.among(project)
        .map((zone) => dateAt(zone, at))
        .toSorted()[0] ?? dateAt(this.own, at),
      -1,
    )
  }

  /**
   * Returns the time range from the start of one day to the last millisecond of another; without a project, the range
   * that covers all time zones.
   */
  span(project: string | undefined, from: string, to: string): { readonly from: number; readonly to: number } {
    const zones = this.among(project)
    return {
      from: Math.min(...zones.map((zone) => dateStart(zone, from))),
      to: Math.max(...zones.map((zone) => dateStart(zone, dateAfter(to, 1)))) - 1,
    }
  }

  /**
   * Returns a function that gives the date (`yyyy-MM-dd`) of a moment in the time zone of a project. Results are
   * cached, because many rows have the same time.
   */
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

  /**
   * Returns true if the zone's offset differs from that of the browser now or within a year; times are then labelled
   * with their zone.
   */
  isElsewhere(zone: string): boolean {
    const known = this.#differs.get(zone)
    if (known !== undefined) return known
    const found = !hasSameOffset(zone, this.own, this.#now())
    this.#differs.set(zone, found)
    return found
  }
}
