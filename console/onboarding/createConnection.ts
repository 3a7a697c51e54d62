import { getEntity } from '../../contract/entities.ts'
import type { EntityValues } from '../../contract/entity/field.ts'
import type { Mapping } from '../../contract/mapping/index.ts'
import type { EntityClient } from '../net/entityClient.ts'

/** What the page creates. */
export interface ConnectionPlan {
  readonly project: string
  /** Owner of a new product and its mapping; null: all projects. */
  readonly owner: string | null
  /** Id of a product with a mapping; null creates both. */
  readonly product: string | null
  readonly productName: string
  readonly productCode: string
  readonly category: string
  readonly protocol: 'mapping' | 'sparkplug'
  /** Null for Sparkplug B. */
  readonly mapping: Mapping | null
  readonly deviceName: string
  readonly serial: string
  /** Name of the device in messages. */
  readonly messageKey: string
  /** Name of the device in tags. */
  readonly plantDevice: string
}

/** Rows that exist already, so that a second attempt continues where the first one failed. */
export interface CreatedRows {
  product?: string
  mapping?: string
  device?: string
}

const maxProperties = 200
const maxLabel = 50
const identifier = /^[A-Za-z][A-Za-z0-9]{0,62}$/

/** Creates product, mapping and device. Throws a `CallFailure`. */
export async function createConnection(
  getClient: (entity: ReturnType<typeof getEntity>) => Pick<EntityClient, 'create'>,
  plan: ConnectionPlan,
  created: CreatedRows,
): Promise<void> {
  const create = async (entity: string, values: EntityValues, project?: string): Promise<string> =>
    (await getClient(getEntity(entity)).create(values, { project }, { quiet: true })).id
  if (plan.product === null) {
    created.product ??= await create('product', {
      name: plan.productName,
      code: plan.productCode,
      category: plan.category,
      nodeType: 'direct',
      transport: 'mqtt',
      ownerProject: plan.owner,
      properties: listProperties(plan.mapping),
    })
    created.mapping ??= await create('mapping', {
      name: plan.productName,
      product: created.product,
      protocol: plan.protocol,
      ownerProject: plan.owner,
      definition: plan.mapping && JSON.stringify(plan.mapping, null, 2),
    })
  }
  created.device ??= await create(
    'device',
    {
      name: plan.deviceName,
      serial: plan.serial,
      product: plan.product ?? created.product ?? null,
      plantDevice: plan.plantDevice,
      messageKey: plan.messageKey,
    },
    plan.project,
  )
}

/** Points as properties of the thing model, as far as its rules allow. */
export const listProperties = (mapping: Mapping | null): readonly EntityValues[] =>
  (mapping?.points ?? [])
    .filter(({ point }) => identifier.test(point))
    .slice(0, maxProperties)
    .map(({ point, name, type, unit, conversion, command }) => ({
      identifier: point,
      label: (name ?? point).slice(0, maxLabel) || point,
      type,
      unit: unit || null,
      min: conversion?.min ?? null,
      max: conversion?.max ?? null,
      isWritable: command !== undefined,
    }))
