import { DeleteOutlined } from '@ant-design/icons'
import { Button, Input, Select, Table, type TableColumnsType } from 'antd'
import type { MouseEvent } from 'react'
import { useTranslation } from 'react-i18next'
import type { Mapping, MappingPoint, PointType } from '../../contract/mapping/index.ts'
import { mappingLimits, pointTypes } from '../../contract/mapping/index.ts'
import { changePointAt, removePointAt } from './editor/edits.ts'
import { PointForm } from './editor/PointForm.tsx'
import type { Preview } from './preview.ts'
import { ValueCell } from './ValueCell.tsx'

interface PointTableProps {
  readonly mapping: Mapping
  readonly preview: Preview
  /** Key of the device whose values are shown. */
  readonly device: string | null
  /** Null if the mapping cannot be changed here. */
  readonly onChange: ((mapping: Mapping) => void) | null
}

interface RenderExpandIconProps<Row> {
  readonly expanded: boolean
  readonly onExpand: (record: Row, event: MouseEvent<HTMLElement>) => void
  readonly record: Row
}

interface PointRow {
  /** The identifier can be edited, so that rows are identified by their place. */
  readonly index: number
  readonly point: MappingPoint
}

/** Points of a mapping with their current values and qualities. A row opens the form of its source and conversion. */
export function PointTable({ mapping, preview, device, onChange }: PointTableProps) {
  const { t } = useTranslation('onboarding')
  const values = device === null ? undefined : preview.values.get(device)
  const change = ({ index, point }: PointRow, changes: Partial<MappingPoint>): void =>
    onChange?.(changePointAt(mapping, index, { ...point, ...changes }))
  const columns: TableColumnsType<PointRow> = [
    {
      key: 'point',
      title: t('points.point'),
      width: 150,
      // Keeps the form of a point within the visible width.
      fixed: 'left',
      render: (_, { point: { point, sources } }) => (
        <>
          <code className="onboarding-code">{point}</code>
          {sources[0] && <small className="onboarding-source">{sources[0].path || t('convert.wholePayload')}</small>}
        </>
      ),
    },
    {
      key: 'name',
      title: t('points.name'),
      width: 130,
      render: (_, row) => (
        <Input
          size="small"
          disabled={!onChange}
          value={row.point.name ?? ''}
          maxLength={mappingLimits.nameLength}
          aria-label={t('points.nameFor', { point: row.point.point })}
          onChange={({ target }) => change(row, { name: target.value === '' ? undefined : target.value })}
        />
      ),
    },
    {
      key: 'type',
      title: t('points.type'),
      width: 105,
      render: (_, row) => (
        <Select<PointType>
          size="small"
          disabled={!onChange}
          className="onboarding-wide"
          value={row.point.type}
          aria-label={t('points.typeFor', { point: row.point.point })}
          options={pointTypes.map((value) => ({ value, label: t(`type.${value}`) }))}
          onChange={(type) => change(row, { type })}
        />
      ),
    },
    {
      key: 'unit',
      title: t('points.unit'),
      width: 72,
      render: (_, row) => (
        <Input
          size="small"
          disabled={!onChange}
          value={row.point.unit ?? ''}
          maxLength={mappingLimits.unitLength}
          aria-label={t('points.unitFor', { point: row.point.point })}
          onChange={({ target }) => change(row, { unit: target.value === '' ? undefined : target.value })}
        />
      ),
    },
    {
      key: 'value',
      title: t('points.value'),
      width: 150,
      render: (_, { point: { point, unit } }) => <ValueCell value={values?.get(point)} unit={unit} />,
    },
    {
      key: 'command',
      title: t('points.command'),
      width: 80,
      render: (_, { point: { command } }) => (command ? t('points.yes') : '–'),
    },
    {
      key: 'remove',
      width: 44,
      render: (_, { index, point: { point } }) => (
        <Button
          type="text"
          size="small"
          disabled={!onChange}
          icon={<DeleteOutlined aria-hidden />}
          aria-label={t('points.remove', { point })}
          onClick={() => onChange?.(removePointAt(mapping, index))}
        />
      ),
    },
  ]
  const renderForm = ({ index, point }: PointRow) => (
    <PointForm
      mapping={mapping}
      point={point}
      isDisabled={!onChange}
      onChange={(next) => onChange?.(changePointAt(mapping, index, next))}
    />
  )
  const renderIcon = ({ expanded: isExpanded, onExpand, record }: RenderExpandIconProps<PointRow>) => (
    <Button
      type="text"
      size="small"
      aria-expanded={isExpanded}
      aria-label={t('points.edit', { point: record.point.point })}
      onClick={(event) => onExpand(record, event)}
    >
      {isExpanded ? '▾' : '▸'}
    </Button>
  )
  return (
    <Table<PointRow>
      className="onboarding-points"
      size="small"
      rowKey="index"
      pagination={false}
      columns={columns}
      dataSource={mapping.points.map((point, index) => ({ point, index }))}
      locale={{ emptyText: t('points.none') }}
      scroll={{ x: 680, y: 420 }}
      expandable={{
        expandedRowRender: renderForm,
        expandIcon: renderIcon,
      }}
    />
  )
}
