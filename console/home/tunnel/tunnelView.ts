import { action, makeObservable, observableRef } from 'mobx'
import type { Row } from '../../../contract/entity/define.ts'
import type { CallOptions } from '../../net/client.ts'
import { allPages } from '../../stores/entities/allPages.ts'
import { allRows } from '../../stores/entities/allRows.ts'
import { LatestRequest } from '../../stores/entities/latestRequest.ts'
import { nullIfForbidden } from '../../stores/entities/forbidden.ts'
import { type FieldDevice, readFieldKinds } from '../model/fieldDevices.ts'
import type { Count, Overview } from '../model/overview.ts'
import { getName, getText } from '../model/rowText.ts'
import type { GetClient } from '../model/useHomeData.ts'

export const tubes = ['left', 'right'] as const
export type Tube = (typeof tubes)[number]

/** A lamp or fan of a tunnel, with the device that reports its state. */
export interface TunnelDevice {
  readonly id: string
  readonly kind: 'pole' | 'fan'
  readonly title: string
  readonly project: string
  readonly device: string
  readonly row: Row
}

export interface Section {
  readonly id: string
  readonly name: string
  readonly zone: string
  readonly tube: Tube
  /** `from` and `share` are fractions (0 to 1) of the tube's length: start and size. */
  readonly from: number
  readonly share: number
  readonly lamps: readonly TunnelDevice[]
}

/** A tunnel as its panorama shows it: sections by tube with their luminaires, fans and field devices. */
export interface Tunnel {
  readonly id: string
  readonly name: string
  readonly project: string | undefined
  readonly length: number | null
  readonly sections: readonly Section[]
  /** Fans without a position in a tube. */
  readonly fans: readonly TunnelDevice[]
  /** Sensors, cameras and third-party devices; placed ones have a position in metres within `span`. */
  readonly devices: readonly FieldDevice[]
  /** False if the account lacks permission to see sensors; `devices` then contains none. */
  readonly hasSensors: boolean
  /**
   * False if the account lacks permission to see poles; `hasSections` likewise for sections. The lists are then empty.
   */
  readonly hasLamps: boolean
  readonly hasSections: boolean
  /**
   * Length of the scheme in metres: the tunnel's length, or else the end of its last segment; null if neither is
   * entered.
   */
  readonly span: number | null
  /** Loops of the project with their cabinets; null if the account lacks permission to see them. */
  readonly loops: readonly Row[] | null
}

type Values = Readonly<Record<string, unknown>>

/** The list of tunnels and the displayed one. */
export class TunnelView {
  tunnels: readonly Row[] = []
  shown: Tunnel | null = null
  readonly request = new LatestRequest({ isLoading: true })
  readonly #getClient: GetClient

  constructor(getClient: GetClient) {
    this.#getClient = getClient
    makeObservable(this, { tunnels: observableRef, shown: observableRef, show: action })
  }

  /**
   * Loads the tunnel `id`, or the first one of the project, and refreshes it if it is already displayed. Discards the
   * data of another project.
   */
  show(project: string | undefined, id: string | null): Promise<void> {
    if (project !== undefined && this.shown !== null && this.shown.project !== project) {
      this.tunnels = []
      this.shown = null
    }
    return this.request.run(
      async (signal) => {
        const quiet = { signal, quiet: true } as const
        const rows = await allPages((page) => this.#getClient('tunnel').list({ ...page, project }, quiet))
        const chosen = rows.find((row) => row.id === id) ?? rows[0]
        return { rows, shown: chosen ? await this.#load(chosen, quiet) : null }
      },
      ({ rows, shown }) => {
        this.tunnels = rows
        // Keep the same object if nothing changed, so that subscriptions are not restarted.
        if (JSON.stringify(shown) !== JSON.stringify(this.shown)) this.shown = shown
      },
    )
  }

  async #load(tunnel: Row, quiet: CallOptions): Promise<Tunnel> {
    const { project } = tunnel
    const [sections, parties, poles, devices, loops] = await Promise.all([
      nullIfForbidden(() =>
        allPages((page) =>
          this.#getClient('tunnelSection').list({ ...page, project, filter: { tunnel: tunnel.id } }, quiet),
        ),
      ),
      nullIfForbidden(() =>
        allPages((page) =>
          this.#getClient('thirdParty').list({ ...page, project, filter: { tunnel: tunnel.id, kind: 'fan' } }, quiet),
        ),
      ),
      nullIfForbidden(async () => (await allRows(this.#getClient('pole'), { project }, quiet)).rows),
      readFieldKinds(this.#getClient, { project, filter: { tunnel: tunnel.id } }, quiet),
      nullIfForbidden(async () => (await allRows(this.#getClient('loop'), { project }, quiet)).rows),
    ])
    const visibleParts = {
      devices: Object.values(devices).flatMap((own) => own ?? []),
      hasSensors: devices.sensor !== null,
      hasLamps: poles !== null,
      hasSections: sections !== null,
      loops,
    }
    return toTunnel(tunnel, sections ?? [], poles ?? [], parties ?? [], visibleParts)
  }
}

/** Places the sections of each tube side by side, sized by the tunnel's segments, or equally if these do not match. */
export function toTunnel(
  tunnel: Row,
  sections: readonly Row[],
  poles: readonly Row[],
  fans: readonly Row[],
  visibleParts: Pick<Tunnel, 'devices' | 'hasSensors' | 'hasLamps' | 'hasSections' | 'loops'>,
): Tunnel {
  const { devices } = visibleParts
  const { length, ...values }: Values = { ...tunnel }
  const device = (row: Row, kind: TunnelDevice['kind']): TunnelDevice => ({
    id: row.id,
    kind,
    title: getName(row),
    project: row.project ?? '',
    device: getText(row, 'device'),
    row,
  })
  const bySection = new Map<string, Row[]>()
  for (const pole of poles) {
    const section = getText(pole, 'section')
    const own = bySection.get(section)
    if (own) own.push(pole)
    else bySection.set(section, [pole])
  }
  return {
    id: tunnel.id,
    name: getName(tunnel),
    project: tunnel.project ?? undefined,
    length: typeof length === 'number' ? length : null,
    sections: tubes.flatMap((tube) => {
      const own = sections
        .filter((row) => getText(row, 'tube') === tube)
        .toSorted((a, b) => getNumber(a) - getNumber(b))
      const shares = getShares(values[tube], own.length)
      let from = 0
      return own.map((row, index): Section => {
        const share = shares[index] ?? 0
        const lamps = (bySection.get(row.id) ?? [])
          .map((pole) => device(pole, 'pole'))
          .toSorted((a, b) => a.title.localeCompare(b.title, 'en', { numeric: true }))
        const section = { id: row.id, name: getName(row), zone: getText(row, 'zone'), tube, from, share, lamps }
        from += share
        return section
      })
    }),
    fans: fans
      .filter(({ id }) => !devices.some((one) => one.id === id && one.place !== null))
      .map((row) => device(row, 'fan')),
    ...visibleParts,
    span: getSpan(length, [values['left'], values['right']]),
  }
}

/**
 * Counts the facilities of a tunnel or of one of its sections. Cabinets are those referenced by its luminaires and
 * sensors; loops are those of these cabinets. Kinds that the account has no permission to see are left out.
 */
export function countsIn(
  { sections, devices, hasSensors, hasLamps, hasSections, span, loops }: Tunnel,
  section: Section | undefined,
): Overview['counts'] {
  const lamps = (section ? [section] : sections).flatMap((one) => one.lamps.map(({ row }) => row))
  const isInside = ({ place }: FieldDevice): boolean => {
    if (!section) return true
    if (!place || span === null || place.tube !== section.tube) return false
    const share = place.metre / span
    return (
      share >= section.from &&
      (share < section.from + section.share || (share >= 1 && section.from + section.share > 0.9999))
    )
  }
  const sensors = devices.filter((device) => device.kind === 'sensor' && isInside(device)).map(({ row }) => row)
  // Without sections the luminaires cannot be assigned; without luminaires the cabinets would be incomplete.
  if (!hasLamps || !hasSections) return hasSensors ? { sensor: countFacilities(sensors) } : {}
  const cabinets = new Set([...lamps, ...sensors].map((row) => getText(row, 'cabinet')).filter((id) => id !== ''))
  return {
    cabinet: { total: cabinets.size, installed: null, failed: 0 },
    ...(loops && { loop: countFacilities(loops.filter((row) => cabinets.has(getText(row, 'cabinet')))) }),
    pole: countFacilities(lamps),
    ...(hasSensors && { sensor: countFacilities(sensors) }),
  }
}

const countFacilities = (rows: readonly Row[]): Count => {
  const inState = (state: string): number => rows.filter((row) => getText(row, 'installation') === state).length
  return { total: rows.length, installed: inState('installed'), failed: inState('failed') }
}

function getSpan(length: unknown, segments: readonly unknown[]): number | null {
  if (typeof length === 'number' && length > 0) return length
  const ends = segments.flatMap((tube) =>
    Array.isArray(tube)
      ? tube.map((segment: unknown) =>
          typeof segment === 'object' && segment !== null && 'to' in segment && typeof segment.to === 'number'
            ? segment.to
            : 0,
        )
      : [],
  )
  const end = Math.max(0, ...ends)
  return end > 0 ? end : null
}

function getShares(segments: unknown, count: number): readonly number[] {
  const lengths = Array.isArray(segments) ? segments.map((segment: unknown) => getLength(segment)) : []
  const whole = lengths.reduce((sum, one) => sum + one, 0)
  if (lengths.length !== count || whole <= 0) return Array.from({ length: count }, () => 1 / count)
  return lengths.map((one) => one / whole)
}

function getLength(segment: unknown): number {
  if (typeof segment !== 'object' || segment === null || !('from' in segment) || !('to' in segment)) return 0
  return typeof segment.from === 'number' && typeof segment.to === 'number' ? Math.max(0, segment.to - segment.from) : 0
}

function getNumber(row: Row): number {
  const { number }: Values = { ...row }
  return typeof number === 'number' ? number : 0
}
