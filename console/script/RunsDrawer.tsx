import { ReloadOutlined } from '@ant-design/icons'
import { Button, Drawer, Segmented, Table, type TableProps } from 'antd'
import { type ReactNode, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Entity, Row } from '../../contract/entity/define.ts'
import type { EntityFields } from '../../contract/entity/field.ts'
import { getValue } from '../crud/config/screenConfig.ts'
import { FieldCell } from '../fields/FieldCell.tsx'
import { useLocalized } from '../kit/text/useLocalized.ts'
import { pollEvery } from '../stores/entities/polling.ts'
import { useEntityPage } from '../stores/hooks/useEntityPage.ts'

interface RunsDrawerProps {
  readonly entity: Entity
  /** Row filter that selects the owner of the runs. */
  readonly of: Readonly<Record<string, string>>
  readonly columns: readonly string[]
  /** Field with the result of a run and its filter options; an empty value shows all. */
  readonly ended: {
    readonly field: string
    readonly choices: readonly { readonly value: string; readonly label: string }[]
  }
  readonly title: string
  readonly empty: string
  readonly width: number
  /** Shown above the runs. */
  readonly head?: ReactNode
  readonly expandable: NonNullable<TableProps<Row>['expandable']>
  /** Interval in milliseconds for reloading the runs; none by default. */
  readonly renewMs?: number
  readonly onClose: () => void
}

const pageSize = 20

/** Drawer with runs, newest first, each with expandable details. */
export function RunsDrawer({
  entity,
  of,
  columns,
  ended,
  title,
  empty,
  width,
  head,
  expandable,
  renewMs,
  onClose,
}: RunsDrawerProps) {
  const { t } = useTranslation('script')
  const localize = useLocalized()
  const [request, setRequest] = useState({ page: 1, end: '', turn: 0 })
  useEffect(() => {
    if (renewMs === undefined) return undefined
    const reload = async (): Promise<void> => setRequest((present) => ({ ...present, turn: present.turn + 1 }))
    return pollEvery(renewMs, { isLoading: () => false, request: reload })
  }, [renewMs])
  const fields: EntityFields = entity.fields
  const filter = { ...of, ...(request.end === '' ? {} : { [ended.field]: request.end }) }
  const found = useEntityPage(entity, { page: request.page, pageSize, filter, sort: '-at' }, request.turn)
  return (
    <Drawer
      open
      size={width}
      title={title}
      onClose={onClose}
      extra={
        <span className="script-log-tools">
          <Segmented
            size="small"
            value={request.end}
            onChange={(end) => setRequest({ ...request, page: 1, end })}
            options={[...ended.choices]}
          />
          <Button
            size="small"
            icon={<ReloadOutlined aria-hidden />}
            aria-label={t('refresh')}
            onClick={() => setRequest({ ...request, turn: request.turn + 1 })}
          />
        </span>
      }
    >
      {head}
      <Table<Row>
        rowKey="id"
        size="small"
        loading={found === null}
        dataSource={[...(found?.rows ?? [])]}
        locale={{ emptyText: empty }}
        columns={columns.map((name) => ({
          key: name,
          title: fields[name] && localize(fields[name].words),
          render: (_, one) => fields[name] && <FieldCell field={fields[name]} value={getValue(one, name)} row={one} />,
        }))}
        expandable={expandable}
        pagination={{
          current: request.page,
          pageSize,
          total: found?.total ?? 0,
          size: 'small',
          hideOnSinglePage: true,
          onChange: (page) => setRequest({ ...request, page }),
        }}
      />
    </Drawer>
  )
}
