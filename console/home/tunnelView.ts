import { makeObservable, observable, observableRef, runInAction } from 'mobx'
import type { Row } from '../../contract/entity/define.ts'
import type { EntityClient } from '../net/entityClient.ts'
import { CallFailure } from '../net/failure.ts'

export const tubes = ['left', 'right'] as const
export type Tube = (typeof tubes)[number]

/** A lamp or a fan of a tunnel, with the device that speaks for it. */
export interface TunnelDevice {
  readonly id: string
  readonly kind: 'pole' | 'fan'
  readonly title: string
  readonly project: string
  readonly device: string
}

export interface Section {
  readonly id: string
  readonly name: string
  readonly zone: string
  readonly tube: Tube
  /** Its part of the tube's length, 0 to 1, and where it begins. */
  readonly from: number
  readonly share: number
  readonly lamps: readonly TunnelDevice[]
}

/** A tunnel as its panorama shows it: its sections by tube, with their luminaires, and its fans. */
export interface Tunnel {
  readonly id: string
  readonly name: string
  readonly length: number | null
  readonly sections: readonly Section[]
  readonly fans: readonly TunnelDevice[]
}

type Values = Readonly<Record<string, unknown>>

/** The tunnels to choose from and the one that is shown. */
export class TunnelView {
  tunnels: readonly Row[] = []
  shown: Tunnel | null = null
  isLoading = true
  failure: CallFailure | null = null
  readonly #clientOf: (entity: string) => EntityClient
  #running: AbortController | null = null

  constructor(clientOf: (entity: string) => EntityClient) {
    this.#clientOf = clientOf
    makeObservable(this, { tunnels: observableRef, shown: observableRef, isLoading: observable, failure: observableRef })
  }

  /** Shows the tunnel of that id, or the first one of the project. */
  async show(project: string | undefined, id: string | null): Promise<void> {
    this.#running?.abort()
    const running = new AbortController()
    this.#running = running
    runInAction(() => { this.isLoading = true })
    try {
      const { rows } = await this.#clientOf('tunnel').list({ page: 1, pageSize: 50, project }, { signal: running.signal, quiet: true })
      const chosen = rows.find((row) => row.id === id) ?? rows[0]
      const shown = chosen ? await this.#load(chosen, running.signal) : null
      runInAction(() => {
        this.tunnels = rows
        this.shown = shown
        this.failure = null
        this.isLoading = false
      })
    } catch (thrown) {
      if (running.signal.aborted) return
      if (!(thrown instanceof CallFailure)) throw thrown
      runInAction(() => {
        this.failure = thrown
        this.isLoading = false
      })
    }
  }

  stop(): void {
    this.#running?.abort()
  }

  async #load(tunnel: Row, signal: AbortSignal): Promise<Tunnel> {
    const quiet = { signal, quiet: true } as const
    const [sections, parties, poles] = await Promise.all([
      this.#clientOf('tunnelSection').list({ page: 1, pageSize: 50, project: tunnel.project, filter: { tunnel: tunnel.id } }, quiet),
      this.#clientOf('thirdParty').list({ page: 1, pageSize: 50, project: tunnel.project, filter: { tunnel: tunnel.id, kind: 'fan' } }, quiet),
      this.#poles(tunnel.project, quiet),
    ])
    return tunnelOf(tunnel, sections.rows, poles, parties.rows)
  }

  async #poles(project: string | undefined, quiet: { readonly signal: AbortSignal; readonly quiet: true }): Promise<readonly Row[]> {
    try {
      return (await this.#clientOf('pole').export({ project }, quiet)).rows
    } catch (thrown) {
      if (thrown instanceof CallFailure && thrown.error === 'export.empty') return []
      throw thrown
    }
  }
}

/** Puts the sections of each tube side by side: by the metres that the tunnel names for them, else in equal parts. */
export function tunnelOf(tunnel: Row, sections: readonly Row[], poles: readonly Row[], fans: readonly Row[]): Tunnel {
  const { name, length, ...values }: Values = { ...tunnel }
  const device = (row: Row, kind: TunnelDevice['kind']): TunnelDevice => {
    const { device: speaks, name: title }: Values = { ...row }
    return { id: row.id, kind, title: typeof title === 'string' ? title : row.id, project: row.project ?? '', device: typeof speaks === 'string' ? speaks : '' }
  }
  const bySection = new Map<string, Row[]>()
  for (const pole of poles) {
    const section = textOf(pole, 'section')
    const own = bySection.get(section)
    if (own) own.push(pole)
    else bySection.set(section, [pole])
  }
  return {
    id: tunnel.id, name: typeof name === 'string' ? name : tunnel.id, length: typeof length === 'number' ? length : null,
    sections: tubes.flatMap((tube) => {
      const own = sections.filter((row) => textOf(row, 'tube') === tube).toSorted((a, b) => numberOf(a) - numberOf(b))
      const shares = sharesOf(values[tube], own.length)
      let from = 0
      return own.map((row, index): Section => {
        const { name: title, zone }: Values = { ...row }
        const share = shares[index] ?? 0
        const lamps = (bySection.get(row.id) ?? []).map((pole) => device(pole, 'pole')).toSorted((a, b) => a.title.localeCompare(b.title, 'en', { numeric: true }))
        const section = { id: row.id, name: typeof title === 'string' ? title : row.id, zone: typeof zone === 'string' ? zone : '', tube, from, share, lamps }
        from += share
        return section
      })
    }),
    fans: fans.map((row) => device(row, 'fan')),
  }
}

function sharesOf(segments: unknown, count: number): readonly number[] {
  const lengths = Array.isArray(segments) ? segments.map((segment: unknown) => lengthOf(segment)) : []
  const whole = lengths.reduce((sum, one) => sum + one, 0)
  if (lengths.length !== count || whole <= 0) return Array.from({ length: count }, () => 1 / count)
  return lengths.map((one) => one / whole)
}

function lengthOf(segment: unknown): number {
  if (typeof segment !== 'object' || segment === null || !('from' in segment) || !('to' in segment)) return 0
  return typeof segment.from === 'number' && typeof segment.to === 'number' ? Math.max(0, segment.to - segment.from) : 0
}

function numberOf(row: Row): number {
  const { number }: Values = { ...row }
  return typeof number === 'number' ? number : 0
}

function textOf(row: Row, name: string): string {
  const values: Values = { ...row }
  const value = values[name]
  return typeof value === 'string' ? value : ''
}
