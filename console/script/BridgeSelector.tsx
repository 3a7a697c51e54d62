import { ApiOutlined } from '@ant-design/icons'
import { Button, Modal, Table } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Row } from '../../contract/entity/define.ts'
import type { EntityFields } from '../../contract/entity/field.ts'
import { bridge } from '../../contract/scada/bridge.ts'
import { getTitle, getValue } from '../crud/config/screenConfig.ts'
import type { FieldEditorProps } from '../fields/editorProps.ts'
import { FieldCell } from '../fields/FieldCell.tsx'
import { SearchBox } from '../kit/page/SearchBox.tsx'
import { useLocalized } from '../kit/text/useLocalized.ts'
import { useEntityPage } from '../stores/hooks/useEntityPage.ts'

const fields: EntityFields = bridge.fields
const columns = ['kind', 'direction', 'group', 'status'] as const
const pageSize = 10

/** Selects the connector of a script by type, direction and connection state. */
export function BridgeSelector({ id, value, onChange, isBad, titles = {} }: FieldEditorProps) {
  const { t } = useTranslation('script')
  const [isOpen, setOpen] = useState(false)
  const [name, setName] = useState<string | null>(null)
  const chosen = typeof value === 'string' ? value : null
  return (
    <div className="bridge-choice">
      <span>{chosen === null ? t('noBridge') : (name ?? titles[chosen] ?? chosen)}</span>
      <Button id={id} danger={isBad ?? false} icon={<ApiOutlined aria-hidden />} onClick={() => setOpen(true)}>
        {t('chooseBridge')}
      </Button>
      {isOpen && (
        <Selecting
          chosen={chosen}
          onClose={() => setOpen(false)}
          onDone={(row) => {
            setName(getTitle(bridge, row))
            onChange(row.id)
            setOpen(false)
          }}
        />
      )}
    </div>
  )
}

interface SelectingProps {
  readonly chosen: string | null
  readonly onClose: () => void
  readonly onDone: (row: Row) => void
}

function Selecting({ chosen, onClose, onDone }: SelectingProps) {
  const { t } = useTranslation('script')
  const localize = useLocalized()
  const [pageRequest, setPageRequest] = useState({ page: 1, search: '' })
  const found = useEntityPage(bridge, { ...pageRequest, pageSize })
  const [picked, setPicked] = useState(chosen)
  const row = found?.rows.find(({ id }) => id === picked)
  return (
    <Modal
      open
      width={720}
      title={t('chooseBridge')}
      okText={t('take')}
      cancelText={t('cancel')}
      okButtonProps={{ disabled: !row }}
      onCancel={onClose}
      onOk={() => {
        if (row) onDone(row)
      }}
    >
      <div className="bridge-search">
        <SearchBox
          value={pageRequest.search}
          label={t('searchBridge')}
          clearWords={t('clear')}
          onSearch={(search) => setPageRequest({ page: 1, search })}
        />
      </div>
      <Table<Row>
        rowKey="id"
        size="small"
        loading={found === null}
        dataSource={[...(found?.rows ?? [])]}
        locale={{ emptyText: t('noBridges') }}
        rowSelection={{
          type: 'radio',
          selectedRowKeys: picked === null ? [] : [picked],
          onChange: ([key]) => setPicked(key === undefined ? null : String(key)),
        }}
        onRow={(one) => ({ onClick: () => setPicked(one.id), onDoubleClick: () => onDone(one) })}
        columns={[
          {
            key: 'name',
            title: fields['name'] && localize(fields['name'].words),
            ellipsis: true,
            render: (_, one) => getTitle(bridge, one),
          },
          ...columns.map((name) => ({
            key: name,
            title: fields[name] && localize(fields[name].words),
            render: (_: unknown, one: Row) =>
              fields[name] && <FieldCell field={fields[name]} value={getValue(one, name)} row={one} />,
          })),
        ]}
        pagination={{
          current: pageRequest.page,
          pageSize,
          total: found?.total ?? 0,
          size: 'small',
          hideOnSinglePage: true,
          onChange: (page) => setPageRequest({ ...pageRequest, page }),
        }}
      />
    </Modal>
  )
}
