import type * as OpcUa from 'node-opcua-client'
import type { ClientSession } from 'node-opcua-client'
import type { BrowseNode } from '../driver.ts'

type Library = typeof OpcUa

const objectsFolder = 'i=85'
const maxNodes = 1_000
const maxText = 200

/** Lists the objects and variables below a node, variables with type and current value. */
export async function browseNode(ua: Library, session: ClientSession, node: string): Promise<BrowseNode[]> {
  const { AttributeIds, BrowseDirection, DataType, NodeClass } = ua
  const variable: number = NodeClass.Variable
  let result = await session.browse({
    nodeId: node === '' ? objectsFolder : node,
    referenceTypeId: 'HierarchicalReferences',
    browseDirection: BrowseDirection.Forward,
    includeSubtypes: true,
    nodeClassMask: NodeClass.Object | NodeClass.Variable,
    resultMask: 63,
  })
  const references = [...(result.references ?? [])]
  while (result.continuationPoint && result.continuationPoint.length > 0 && references.length < maxNodes) {
    result = await session.browseNext(result.continuationPoint, false)
    references.push(...(result.references ?? []))
  }
  const shown = references.slice(0, maxNodes)
  const variables = shown.filter(({ nodeClass }: { readonly nodeClass: number }) => nodeClass === variable)
  const items = variables.flatMap(({ nodeId }) => [
    { nodeId, attributeId: AttributeIds.Value },
    { nodeId, attributeId: AttributeIds.UserAccessLevel },
  ])
  const values = items.length === 0 ? [] : await session.read(items)
  return shown.map((reference): BrowseNode => {
    const index = variables.indexOf(reference)
    const value = index < 0 ? undefined : values[index * 2]
    const access: unknown = index < 0 ? 0 : values[index * 2 + 1]?.value.value
    return {
      id: reference.nodeId.toString(),
      name: reference.displayName.text ?? reference.browseName.name ?? reference.nodeId.toString(),
      isFolder: index < 0,
      type: value === undefined ? '' : (DataType[value.value.dataType] ?? ''),
      // Bit 1 of the access level: the current value can be written.
      isWritable: typeof access === 'number' && (access & 2) !== 0,
      value: value === undefined ? '' : formatValue(value.value.value),
    }
  })
}

function formatValue(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'string') return value.slice(0, maxText)
  return typeof value === 'bigint' ? value.toString() : JSON.stringify(value).slice(0, maxText)
}
