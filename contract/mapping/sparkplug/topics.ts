export const sparkplugNamespace = 'spBv1.0'

export const nodeMessages = ['NBIRTH', 'NDEATH', 'NDATA', 'NCMD', 'DBIRTH', 'DDEATH', 'DDATA', 'DCMD'] as const
/** Message type of an edge node or a device, such as NBIRTH or DDATA. */
export type NodeMessage = (typeof nodeMessages)[number]

/** A topic of Sparkplug B: of an edge node, of one of its devices, or the state of a host application. */
export type SparkplugTopic =
  | {
      readonly kind: 'node'
      readonly message: NodeMessage
      readonly group: string
      readonly node: string
      readonly device: string | null
    }
  | { readonly kind: 'state'; readonly host: string }

/** Parses a topic name; null if it is not one of Sparkplug B. */
export function parseSparkplugTopic(topic: string): SparkplugTopic | null {
  const [namespace, group, type, node, device, ...rest] = topic.split('/')
  if (namespace !== sparkplugNamespace || !group || !type || rest.length > 0) return null
  if (group === 'STATE') return node === undefined ? { kind: 'state', host: type } : null
  const message = nodeMessages.find((each) => each === type)
  if (message === undefined || !node || device === '' || message.startsWith('D') !== (device !== undefined)) return null
  return { kind: 'node', message, group, node, device: device ?? null }
}

/** Topic of a command to an edge node, or to one of its devices. */
export const commandTopic = (group: string, node: string, device: string | null): string =>
  device === null
    ? `${sparkplugNamespace}/${group}/NCMD/${node}`
    : `${sparkplugNamespace}/${group}/DCMD/${node}/${device}`

export const stateTopic = (host: string): string => `${sparkplugNamespace}/STATE/${host}`
