import type { EntityValues } from '../../contract/entity/field.ts'
import type { ChannelNode } from '../../contract/routes.ts'
import { isPoint } from '../../contract/telemetry/tags.ts'

/** Returns a valid point name for the name of a node, different from the used ones. */
export function createPointName(name: string, used: ReadonlySet<string>): string {
  const words = name.normalize('NFKD').match(/[A-Za-z0-9]+/g) ?? []
  const joined = words
    .map((word, index) => (index === 0 ? word.charAt(0).toLowerCase() : word.charAt(0).toUpperCase()) + word.slice(1))
    .join('')
  const base = (/^[a-zA-Z]/.test(joined) ? joined : `p${joined}`).slice(0, 55)
  const first = isPoint(base) ? base : 'point'
  let result = first
  for (let count = 2; used.has(result); count++) result = `${first}${count}`
  return result
}

/** Returns points for nodes, with tags of the device. Nodes that the channel already has are omitted. */
export function toPoints(
  nodes: readonly ChannelNode[],
  present: readonly EntityValues[],
  project: string,
  device: string,
): EntityValues[] {
  const sources = new Set(present.map(({ source }) => source))
  const used = new Set(
    present.flatMap(({ tag }) =>
      typeof tag === 'string' && tag.startsWith(`${project}/${device}/`) ? [tag.slice(tag.lastIndexOf('/') + 1)] : [],
    ),
  )
  return nodes
    .filter(({ id }) => !sources.has(id))
    .map(({ id, name, isWritable, type }) => {
      const point = createPointName(name, used)
      used.add(point)
      return {
        source: id,
        tag: `${project}/${device}/${point}`,
        type: type === 'Boolean' ? 'bool' : type === 'String' ? 'string' : 'auto',
        isWritable: isWritable && type !== 'String',
      }
    })
}
