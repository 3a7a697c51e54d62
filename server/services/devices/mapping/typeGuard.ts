import { quality } from '@mimic/engine/bindings'
import type { EntityValues } from '../../../../contract/entity/field.ts'
import type { ValueReason } from '../../../../contract/mapping/index.ts'
import type { DeviceRef } from '../../../../contract/telemetry/index.ts'
import { parseProperties } from '../customTopics/topicRegistry.ts'
import type { MappingRegistry } from './registry.ts'

/** The values of a frame. */
export interface CheckedValues {
  readonly values: Float64Array
  readonly qualities: Uint8Array
  readonly texts: readonly (string | undefined)[] | null
  readonly reasons: readonly (ValueReason | undefined)[]
}

interface ProductTypes {
  readonly types: ReadonlyMap<string, string>
  /** Types of a list of points; senders reuse their lists. */
  readonly byList: WeakMap<readonly string[], readonly (string | undefined)[]>
}

/** Checks the values of devices against the types that the thing models of their products declare. */
export class TypeGuard {
  readonly #registry: Pick<MappingRegistry, 'listProductsAt'>
  readonly #products = new Map<string, ProductTypes>()

  constructor(registry: Pick<MappingRegistry, 'listProductsAt'>) {
    this.#registry = registry
  }

  /** Updates a product row; undefined removes it. */
  putProduct(id: string, values: EntityValues | undefined): void {
    const properties = values ? parseProperties(values) : []
    if (properties.length === 0) this.#products.delete(id)
    else
      this.#products.set(id, {
        types: new Map(properties.map(({ identifier, type }) => [identifier, type])),
        byList: new WeakMap(),
      })
  }

  /** Returns the values with those of another type marked bad, or null if all have their type. */
  check(
    ref: DeviceRef,
    { points, values, qualities, texts }: Omit<CheckedValues, 'reasons'> & { readonly points: readonly string[] },
  ): CheckedValues | null {
    if (this.#products.size === 0) return null
    let reasons: (ValueReason | undefined)[] | null = null
    for (const product of this.#registry.listProductsAt(ref)) {
      const types = this.#getTypes(product, points)
      for (const [index, type] of types?.entries() ?? []) {
        if (type === undefined || qualities[index] === quality.bad) continue
        const reason = findReason(type, values[index] ?? NaN, texts?.[index])
        if (reason === undefined) continue
        reasons ??= points.map(() => undefined)
        reasons[index] ??= reason
      }
    }
    if (!reasons) return null
    const found = reasons
    return {
      values: values.map((value, index) => (found[index] ? NaN : value)),
      qualities: qualities.map((mark, index) => (found[index] ? quality.bad : mark)),
      texts: texts?.map((text, index) => (found[index] ? undefined : text)) ?? null,
      reasons,
    }
  }

  #getTypes(id: string, points: readonly string[]): readonly (string | undefined)[] | undefined {
    const product = this.#products.get(id)
    if (!product) return undefined
    const cached = product.byList.get(points)
    if (cached) return cached
    const types = points.map((point) => product.types.get(point))
    product.byList.set(points, types)
    return types
  }
}

/** Returns why a value does not have a type; undefined if it has. Enumerations may be numbers or texts. */
function findReason(type: string, value: number, text: string | undefined): ValueReason | undefined {
  switch (type) {
    case 'decimal':
      return text === undefined ? undefined : 'notNumber'
    case 'integer':
      if (text !== undefined) return 'notNumber'
      return Number.isInteger(value) ? undefined : 'notInteger'
    case 'bool':
      return text === undefined && (value === 0 || value === 1) ? undefined : 'notOnOff'
    case 'string':
      return text === undefined ? 'notText' : undefined
    default:
      return undefined
  }
}
