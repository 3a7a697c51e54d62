import { PartitionOutlined } from '@ant-design/icons'
import { Button, Modal, Table, Tag } from 'antd'
import { observer } from 'mobx-react-lite'
import { type Key, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Row } from '../../contract/entity/define.ts'
import type { EntityFields } from '../../contract/entity/field.ts'
import { device } from '../../contract/platform/device.ts'
import { getValue } from '../crud/config/screenConfig.ts'
import type { FieldEditorProps } from '../fields/editorProps.ts'
import { FieldCell } from '../fields/FieldCell.tsx'
import { SearchBox } from '../kit/page/SearchBox.tsx'
import { messages } from '../kit/text/errorCatalogue.ts'
import { useLocalized } from '../kit/text/useLocalized.ts'
import { useStores } from '../stores/root.ts'
import { useEntityPage } from '../stores/hooks/useEntityPage.ts'
import { toText } from './sceneRow.ts'

const pageSize = 10
const fields: EntityFields = device.fields

/** Selects devices of the project from a searchable table with name, product and state. */
export const DeviceSelector = observer(function DeviceSelector({
  id,
  value,
  onChange,
  project,
  isBad,
  titles = {},
}: FieldEditorProps) {
  const { t } = useTranslation('scene')
  const [isOpen, setOpen] = useState(false)
  const [namesById, setNamesById] = useState(titles)
  const { notices } = useStores()
  const chosen = Array.isArray(value) ? value.filter((one: unknown): one is string => typeof one === 'string') : []
  function handleRemove(one: string) {
    onChange(chosen.filter((each) => each !== one))
    notices.post({ manner: 'success', words: messages.deviceRemoved, detail: messages.withSaving })
  }

  return (
    <div className="allot">
      <Button id={id} danger={isBad ?? false} icon={<PartitionOutlined aria-hidden />} onClick={() => setOpen(true)}>
        {t('allot.open', { count: chosen.length })}
      </Button>
      <div className="allot-chosen">
        {chosen.slice(0, 12).map((one) => (
          <Tag key={one} closable onClose={() => handleRemove(one)}>
            {namesById[one] ?? one}
          </Tag>
        ))}
        {chosen.length > 12 && <span>{t('allot.more', { count: chosen.length - 12 })}</span>}
      </div>
      {isOpen && (
        <SelectDevices
          project={project}
          chosen={chosen}
          onClose={() => setOpen(false)}
          onDone={(next, names) => {
            setNamesById({ ...namesById, ...names })
            onChange([...next])
            setOpen(false)
          }}
        />
      )}
    </div>
  )
})

interface SelectDevicesProps {
  readonly project: string | undefined
  readonly chosen: readonly string[]
  readonly onClose: () => void
  readonly onDone: (chosen: readonly string[], names: Readonly<Record<string, string>>) => void
}

function SelectDevices({ project, chosen, onClose, onDone }: SelectDevicesProps) {
  const { t } = useTranslation('scene')
  const [picked, setPicked] = useState(chosen)
  const [names, setNames] = useState<Readonly<Record<string, string>>>({})
  const [pageRequest, setPageRequest] = useState({ page: 1, search: '' })
  const found = useEntityPage(device, { ...pageRequest, pageSize, project, sort: 'name' })
  function handlePick(keys: readonly Key[]) {
    setPicked(keys.map(String))
    setNames((before) => ({
      ...before,
      ...Object.fromEntries((found?.rows ?? []).map((row) => [row.id, toText(getValue(row, 'name'))])),
    }))
  }

  const column = (name: 'serial' | 'product' | 'status') => ({
    key: name,
    title: <Words name={name} />,
    ellipsis: true,
    render: (_: unknown, row: Row) => (
      <FieldCell field={fields[name] ?? device.fields.serial} value={getValue(row, name)} row={row} />
    ),
  })
  return (
    <Modal
      open
      width={760}
      title={t('allot.title')}
      okText={t('allot.take', { count: picked.length })}
      cancelText={t('cancel')}
      onCancel={onClose}
      onOk={() => onDone(picked, names)}
    >
      <div className="allot-search">
        <SearchBox
          value={pageRequest.search}
          label={t('allot.search')}
          clearWords={t('clear')}
          onSearch={(search) => setPageRequest({ page: 1, search })}
        />
      </div>
      <Table<Row>
        rowKey="id"
        size="small"
        loading={found === null}
        dataSource={[...(found?.rows ?? [])]}
        locale={{ emptyText: t('allot.none') }}
        rowSelection={{ selectedRowKeys: [...picked], preserveSelectedRowKeys: true, onChange: handlePick }}
        columns={[
          {
            key: 'name',
            title: <Words name="name" />,
            ellipsis: true,
            render: (_, row) => toText(getValue(row, 'name')),
          },
          column('serial'),
          column('product'),
          column('status'),
        ]}
        pagination={{
          current: pageRequest.page,
          pageSize,
          total: found?.total ?? 0,
          size: 'small',
          showSizeChanger: false,
          onChange: (page) => setPageRequest({ ...pageRequest, page }),
        }}
      />
    </Modal>
  )
}

function Words({ name }: { readonly name: 'name' | 'serial' | 'product' | 'status' }) {
  const localize = useLocalized()
  const words = fields[name]?.words
  return <>{words && localize(words)}</>
}
