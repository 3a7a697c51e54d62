import type { Mapping, MappingPoint } from '../configuration/schema.ts'
import { findPlaceholders } from '../messages/topicPattern.ts'
import { commandVariables } from './payloadTemplate.ts'

/** Lists the placeholders that topic and payload of a command can contain: those of every command come first. */
export function listCommandPlaceholders(mapping: Mapping, { sources }: Pick<MappingPoint, 'sources'>): string[] {
  return [
    ...new Set([...commandVariables, ...Object.keys(mapping.parameters ?? {}), ...listVariables(mapping, sources)]),
  ]
}

/** Lists the placeholders of a point's topics that are neither built in nor parameters. */
export function listTopicVariables(mapping: Mapping, { sources }: Pick<MappingPoint, 'sources'>): string[] {
  const builtIn: readonly string[] = commandVariables
  return listVariables(mapping, sources).filter(
    (name) => !builtIn.includes(name) && !Object.hasOwn(mapping.parameters ?? {}, name),
  )
}

const listVariables = ({ topics }: Mapping, sources: MappingPoint['sources']): string[] =>
  sources.flatMap((source) => findPlaceholders(topics.find(({ id }) => id === source.topic)?.topic ?? ''))
