import type { Mapping, MappingPoint } from '../../../../contract/mapping/index.ts'
import type { BirthMetric } from '../../../../contract/mapping/sparkplug/index.ts'
import type { RegistryProperty } from '../customTopics/topicRegistry.ts'

/** Properties of a mapped device for the tag catalogue: the points of its mapping, or those that its birth declared. */
export function listProperties(
  mapping: Mapping | null,
  metrics: readonly BirthMetric[] = [],
): readonly RegistryProperty[] {
  if (mapping === null)
    return metrics.map(({ point, name, type, unit }) => ({
      identifier: point,
      label: name,
      type: type ?? 'string',
      unit,
      min: null,
      max: null,
      isWritable: type === 'bool' || type === 'integer' || type === 'decimal' || type === 'string',
    }))
  return mapping.points.map(({ point, name, type, unit, conversion, command }) => ({
    identifier: point,
    label: name ?? point,
    type: type === 'enum' && conversion?.values?.some(({ to }) => typeof to === 'string') ? 'string' : type,
    unit: unit ?? '',
    min: conversion?.min ?? null,
    max: conversion?.max ?? null,
    isWritable: command !== undefined,
    ...(command?.expression === undefined ? { options: listOptions(conversion?.values) } : {}),
  }))
}

/** The values of an enumeration, named by the words of the device. */
function listOptions(values: NonNullable<MappingPoint['conversion']>['values']): RegistryProperty['options'] {
  if (!values) return undefined
  const named = new Map(values.toReversed().map(({ from, to }) => [to, typeof to === 'string' ? to : String(from)]))
  return [...named].map(([value, label]) => ({ value, label })).toReversed()
}
