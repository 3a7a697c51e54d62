import { sql } from 'kysely'
import { encodeFrame, valuesTopic } from '../../../../contract/telemetry/index.ts'
import type { ValuesFrame } from '../../../broker/index.ts'
import type { Db } from '../../../database/index.ts'
import type { BridgeConfig } from './config.ts'
import type { QueueEntry } from './queue.ts'
import type { BridgeMessage } from './sendMessage.ts'

/** Milliseconds after which the products of devices are read again. */
const refreshMs = 60_000

/** Identifies the sender of frames that a bridge received. */
export const toPublisher = (bridge: string): `bridge:${string}` => `bridge:${bridge}`

/** Selects the reports of devices that bridges send by themselves. */
export class ReportSource {
  readonly #db: Db
  readonly #monotonicNow: () => number
  /** Product by project and telemetry device. */
  #products: ReadonlyMap<string, string> = new Map()
  #readMs = -Infinity
  #bridges: readonly BridgeConfig[] = []
  /** Address by bridge, also of those without reports. */
  #addresses: ReadonlyMap<string, string> = new Map()

  constructor(db: Db, monotonicNow: () => number) {
    this.#db = db
    this.#monotonicNow = monotonicNow
  }

  /** Uses these bridges from now on. */
  setBridges(configs: readonly BridgeConfig[]): void {
    this.#addresses = new Map(configs.map(({ id, url }) => [toPublisher(id), getHost(url)]))
    this.#bridges = configs.filter(({ isEnabled, isInput, reports }) => isEnabled && !isInput && reports !== 'none')
  }

  /** Reads the products of devices again at the next report. */
  refresh(): void {
    this.#readMs = -Infinity
  }

  /** Returns the messages of these frames for the bridges. A frame is not sent back to the address it came from. */
  async select(frames: readonly ValuesFrame[]): Promise<readonly QueueEntry[]> {
    if (this.#bridges.length === 0) return []
    await this.#readProducts()
    return frames.flatMap((frame) => {
      const product = this.#products.get(`${frame.project}/${frame.device}`)
      const origin = frame.publisher === undefined ? undefined : this.#addresses.get(frame.publisher)
      const bridges = this.#bridges.filter(
        (config) => isSelected(config, frame, product) && (origin === undefined || origin !== getHost(config.url)),
      )
      if (bridges.length === 0) return []
      const message = toMessage(frame, product)
      return bridges.map(({ id }) => ({ bridge: id, message }))
    })
  }

  async #readProducts(): Promise<void> {
    const nowMs = this.#monotonicNow()
    if (nowMs - this.#readMs < refreshMs) return
    const { rows } = await sql<{ project: string; device: string; product: string }>`
      select d.project, coalesce(d.plant_device, '') as device, d.product from platform_device d where d.plant_device is not null`.execute(
      this.#db,
    )
    this.#products = new Map(rows.map(({ project, device, product }) => [`${project}/${device}`, product]))
    this.#readMs = nowMs
  }
}

function isSelected(
  { reports, sourceProjects, sourceProducts }: BridgeConfig,
  { project }: ValuesFrame,
  product: string | undefined,
): boolean {
  switch (reports) {
    case 'none':
      return false
    case 'all':
      return true
    case 'projects':
      return sourceProjects.has(project)
    case 'products':
      return product !== undefined && sourceProducts.has(product)
  }
}

function toMessage(frame: ValuesFrame, product: string | undefined): BridgeMessage {
  const { project, device, at, points, values, texts } = frame
  const pointValues = Object.fromEntries(
    points.map((point, index) => {
      const value = values[index] ?? NaN
      return [point, texts?.[index] ?? (Number.isFinite(value) ? value : null)]
    }),
  )
  return {
    topic: valuesTopic({ project, device }),
    payload: encodePayload(frame, pointValues),
    project,
    device,
    at,
    values: { productId: product ?? null, ...pointValues },
  }
}

/** The report as a JSON frame, which another Mimic accepts. A binary frame may be too large for that. */
function encodePayload(frame: ValuesFrame, values: Readonly<Record<string, unknown>>): string {
  try {
    return Buffer.from(encodeFrame(frame, 'json')).toString()
  } catch (cause) {
    if (!(cause instanceof RangeError)) throw cause
    return JSON.stringify({ at: frame.at, v: values })
  }
}

const getHost = (url: string): string => (URL.canParse(url) ? new URL(url).host : '')
