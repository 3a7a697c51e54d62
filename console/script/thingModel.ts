import type { Row } from '../../contract/entity/define.ts'
import type { EntityValues, Words } from '../../contract/entity/field.ts'
import type { Tag } from '../../contract/routes.ts'
import { getValue } from '../crud/config/screenConfig.ts'
import type { Client } from '../net/client.ts'
import type { EntityClient } from '../net/entityClient.ts'
import { CallFailure } from '../net/failure.ts'
import { allPages } from '../stores/entities/allPages.ts'
import { isForbidden } from '../stores/entities/forbidden.ts'

/** Kind of an item's values; null if unknown, then every comparison and value is accepted. */
export type ThingModelItemKind = 'number' | 'flag' | 'text' | null

/**
 * An item of a device that a linkage can observe or command: attribute, function or event of its thing model, or a
 * point of the device.
 */
export interface ThingModelItem {
  readonly category: 'attribute' | 'function' | 'event'
  readonly identifier: string
  readonly words: Words
  readonly kind: ThingModelItemKind
  readonly unit: string
  readonly min: number | null
  readonly max: number | null
  readonly isWritable: boolean
}

/** Owner of items: a device, or all devices of a product. */
export interface ModelItemOwner {
  readonly project: string
  readonly device: string | null
  readonly product: string | null
  /** Telemetry device without a row on the platform. */
  readonly plant?: string
}

/** Operators that are meaningful for each kind of value. */
export const comparisons: Readonly<Record<'number' | 'flag' | 'text', readonly string[]>> = {
  number: ['>', '>=', '==', '<=', '<', '!=', 'between', 'outside'],
  flag: ['==', '!='],
  text: ['==', '!=', 'contains', 'lacks'],
}

/** Returns the owner that a trigger or action refers to; null if there is none. */
export function getOwner(row: EntityValues, project: string | undefined): ModelItemOwner | null {
  const { source, kind, device, product, facility } = row
  if ((source ?? kind) === 'facility')
    return project === undefined || typeof facility !== 'string' || facility === ''
      ? null
      : { project, device: null, product: null, plant: facility }
  const isOfProduct = (source ?? kind) === 'product'
  const id = isOfProduct ? product : (source ?? kind) === 'device' ? device : null
  if (project === undefined || typeof id !== 'string' || id === '') return null
  return { project, device: isOfProduct ? null : id, product: isOfProduct ? id : null }
}

/** Cache of the items of devices and products; several controls of a row share one request. */
export class ThingModelItems {
  readonly #cache = new Map<string, Promise<readonly ThingModelItem[]>>()
  readonly #client: Pick<Client, 'call'>
  readonly #getClient: (entity: 'device' | 'product') => EntityClient

  constructor(client: Pick<Client, 'call'>, getClient: (entity: 'device' | 'product') => EntityClient) {
    this.#client = client
    this.#getClient = getClient
  }

  /** Returns an empty list if the device was deleted or the account lacks permission. Rejects with other failures. */
  of(owner: ModelItemOwner): Promise<readonly ThingModelItem[]> {
    const key = JSON.stringify(owner)
    const cached = this.#cache.get(key) ?? this.#read(owner)
    this.#cache.set(key, cached)
    // The next call repeats a failed request.
    void cached.catch(() => this.#cache.delete(key))
    return cached
  }

  async #read({ project, device, product, plant }: ModelItemOwner): Promise<readonly ThingModelItem[]> {
    const quiet = { quiet: true } as const
    try {
      if (plant !== undefined)
        return joinModelAndTags([], await readOrEmpty(() => this.#tags(`${project}/${plant}/`, project)))
      const devices =
        device === null
          ? (
              await this.#getClient('device').list(
                { page: 1, pageSize: 10, project, filter: { product: product ?? '' } },
                quiet,
              )
            ).rows
          : [await this.#getClient('device').read(device, quiet)]
      const speaker = devices.map((row) => getText(row, 'plantDevice')).find((name) => name !== '')
      const model = product ?? (devices[0] ? getText(devices[0], 'product') : '')
      const [modelItems, tags] = await Promise.all([
        model === '' ? [] : readOrEmpty(async () => getModelItems(await this.#getClient('product').read(model, quiet))),
        speaker === undefined ? [] : readOrEmpty(() => this.#tags(`${project}/${speaker}/`, project)),
      ])
      return joinModelAndTags(modelItems, tags)
    } catch (thrown) {
      if (isNone(thrown)) return []
      throw thrown
    }
  }

  async #tags(path: string, project: string): Promise<readonly Tag[]> {
    const rows = await allPages(async (page) => {
      const answer = await this.#client.call('tag.list', { query: { ...page, project, search: path } }, { quiet: true })
      return { rows: answer.rows.map((tag) => ({ ...tag, id: tag.path })) }
    })
    // Points whose names are not valid identifiers, for example the device state, cannot be used in linkages.
    return rows.filter((tag) => tag.path.startsWith(path) && /^[A-Za-z][A-Za-z0-9]*$/.test(tag.point))
  }
}

/**
 * Merges model items with the points of the device, which take precedence, and appends points that the model does not
 * declare.
 */
export function joinModelAndTags(model: readonly ThingModelItem[], tags: readonly Tag[]): readonly ThingModelItem[] {
  const byPoint = new Map(tags.map((tag) => [tag.point, tag]))
  const named = new Set(model.map(({ identifier }) => identifier))
  return [
    ...model.map((item) => {
      const tag = byPoint.get(item.identifier)
      return tag
        ? {
            ...item,
            kind: tag.kind,
            unit: item.unit || tag.unit,
            min: tag.min ?? item.min,
            max: tag.max ?? item.max,
            isWritable: tag.writable,
          }
        : item
    }),
    ...tags
      .filter(({ point }) => !named.has(point))
      .map(({ point, words, kind, unit, min, max, writable }): ThingModelItem => ({
        category: 'attribute',
        identifier: point,
        words,
        kind,
        unit,
        min,
        max,
        isWritable: writable,
      })),
  ]
}

/** Items declared by a product's thing model. */
export function getModelItems(product: Row): readonly ThingModelItem[] {
  const listed = (list: string, category: ThingModelItem['category']): readonly ThingModelItem[] => {
    const rows = getValue(product, list)
    return (Array.isArray(rows) ? rows : []).filter(isValues).flatMap((row): readonly ThingModelItem[] => {
      const { identifier, label, type, unit, min, max, isWritable } = row
      if (typeof identifier !== 'string') return []
      const name = typeof label === 'string' ? label : identifier
      return [
        {
          category,
          identifier,
          words: { en: name, zh: name },
          kind: typeof type === 'string' ? (kinds[type] ?? null) : null,
          unit: typeof unit === 'string' ? unit : '',
          min: typeof min === 'number' ? min : null,
          max: typeof max === 'number' ? max : null,
          isWritable: category === 'function' || isWritable === true,
        },
      ]
    })
  }
  return [...listed('properties', 'attribute'), ...listed('functions', 'function'), ...listed('events', 'event')]
}

/** Kinds of the model's data types. Enumerations are unknown: devices may report them as numbers or as text. */
const kinds: Readonly<Record<string, ThingModelItemKind>> = {
  integer: 'number',
  decimal: 'number',
  bool: 'flag',
  string: 'text',
  array: 'text',
  object: 'text',
}
const isNone = (thrown: unknown): boolean =>
  isForbidden(thrown) || (thrown instanceof CallFailure && thrown.error === 'object.missing')
const getText = (row: Row, name: string): string => {
  const value = getValue(row, name)
  return typeof value === 'string' ? value : ''
}
const isValues = (value: unknown): value is EntityValues =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

async function readOrEmpty<Seen>(request: () => Promise<readonly Seen[]>): Promise<readonly Seen[]> {
  try {
    return await request()
  } catch (thrown) {
    if (isNone(thrown)) return []
    throw thrown
  }
}
