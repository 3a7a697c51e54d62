import { Alert, Button, Form, Input, Modal, Spin, Tree } from 'antd'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { accessChannel } from '../../contract/lighting/accessChannel.ts'
import type { EntityValues, Words } from '../../contract/entity/field.ts'
import type { ChannelNode } from '../../contract/routes.ts'
import { isName } from '../../contract/telemetry/tags.ts'
import { type RowDialogProps, getTitle, getValue } from '../crud/config/screenConfig.ts'
import { useSubmit } from '../kit/form/useSubmit.ts'
import { useLocalized } from '../kit/text/useLocalized.ts'
import { useStores } from '../stores/root.ts'
import { toPoints } from './browsedPoints.ts'
import './channels.css'

interface TreeNode {
  readonly key: string
  readonly title: string
  readonly isLeaf: boolean
  readonly checkable: boolean
  readonly children?: TreeNode[]
}

const toTreeNode = ({ id, name, isFolder, type, value }: ChannelNode): TreeNode => ({
  key: id,
  title: isFolder ? name : `${name}  ${type}${value === '' ? '' : ` = ${value}`}`,
  isLeaf: !isFolder,
  checkable: !isFolder,
})

const addChildren = (tree: readonly TreeNode[], key: string, children: TreeNode[]): TreeNode[] =>
  tree.map((node) =>
    node.key === key
      ? { ...node, children }
      : node.children
        ? { ...node, children: addChildren(node.children, key, children) }
        : node,
  )

/** Nodes of an OPC UA server as a tree; selected variables become points of the channel. */
export function BrowseDialog({ row, onClose }: RowDialogProps) {
  const { client, entities } = useStores()
  const { t } = useTranslation('channels')
  const localize = useLocalized()
  const [tree, setTree] = useState<TreeNode[] | null>(null)
  const [nodes, setNodes] = useState<ReadonlyMap<string, ChannelNode>>(new Map())
  const [checked, setChecked] = useState<readonly string[]>([])
  const [device, setDevice] = useState('')
  const [fault, setFault] = useState<Words | null>(null)
  const { failure, isBusy, submit } = useSubmit()
  const isOpcUa = getValue(row, 'transport') === 'opcua'

  const load = async (node: string): Promise<TreeNode[]> => {
    const answer = await client.call(
      'accessChannelState.browse',
      { params: { id: row.id }, body: { node } },
      { headers: { repeatSubmit: false }, quiet: true },
    )
    setFault(answer.fault?.words ?? null)
    setNodes((before) => new Map([...before, ...answer.nodes.map((each): [string, ChannelNode] => [each.id, each])]))
    return answer.nodes.map(toTreeNode)
  }
  useEffect(() => {
    if (!isOpcUa) return
    load('').then(setTree, () => setFault({ en: 'The server did not answer', zh: '服务器无应答' }))
    // Once, when the dialog opens.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [])
  const present = getValue(row, 'nodes')
  const points = Array.isArray(present)
    ? present.filter((each): each is EntityValues => typeof each === 'object' && !Array.isArray(each))
    : []
  const chosen = checked.flatMap((id) => nodes.get(id) ?? [])
  const isDeviceValid = isName(device)
  const handleOk = (): void =>
    void submit(async () => {
      const added = toPoints(chosen, points, row.project ?? '', device)
      await entities.of(accessChannel).client.update(row, { nodes: [...points, ...added] }, false, { quiet: true })
      entities.countChange(accessChannel.name)
      onClose()
    })
  return (
    <Modal
      open
      width={640}
      title={t('browse.title', { name: getTitle(accessChannel, row) })}
      onCancel={onClose}
      mask={{ closable: false }}
      footer={
        <>
          <Button onClick={onClose}>{t('close')}</Button>
          {isOpcUa && (
            <Button type="primary" disabled={chosen.length === 0 || !isDeviceValid} loading={isBusy} onClick={handleOk}>
              {t('browse.add', { count: chosen.length })}
            </Button>
          )}
        </>
      }
    >
      {!isOpcUa && <Alert type="info" showIcon title={t('browse.onlyOpcUa')} />}
      {fault && <Alert type="error" showIcon title={localize(fault)} />}
      {failure && <Alert type="error" showIcon title={localize(failure.words)} />}
      {isOpcUa && !fault && tree === null && <Spin />}
      {tree && (
        <>
          <div className="channel-tree">
            <Tree<TreeNode>
              checkable
              selectable={false}
              treeData={tree}
              checkedKeys={[...checked]}
              onCheck={(keys) => setChecked((Array.isArray(keys) ? keys : keys.checked).map(String))}
              loadData={async ({ key, children }) => {
                if (children && children.length > 0) return
                const loaded = await load(key)
                setTree((before) => addChildren(before ?? [], key, loaded))
              }}
            />
          </div>
          <Form layout="vertical">
            <Form.Item label={t('browse.device')} htmlFor="browse-device" extra={t('browse.deviceHint')}>
              <Input
                id="browse-device"
                value={device}
                maxLength={63}
                onChange={(event) => setDevice(event.target.value)}
              />
            </Form.Item>
          </Form>
        </>
      )}
    </Modal>
  )
}
