import { DeleteOutlined } from '@ant-design/icons'
import { Button, Input, Select, Table, type TableColumnsType } from 'antd'
import { useTranslation } from 'react-i18next'
import type { Mapping, MappingPoint, PointType } from '../../contract/mapping/index.ts'
import { mappingLimits, pointTypes } from '../../contract/mapping/index.ts'
import { changePoint, removePoint } from './mappingDraft.ts'
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

/** Points of a mapping with their current values and qualities. */
export function PointTable({ mapping, preview, device, onChange }: PointTableProps) {
  const { t } = useTranslation('onboarding')
  const values = device === null ? undefined : preview.values.get(device)
  const columns: TableColumnsType<MappingPoint> = [
    {
      key: 'point',
      title: t('points.point'),
      width: 120,
      render: (_, { point }) => <code className="onboarding-code">{point}</code>,
    },
    {
      key: 'name',
      title: t('points.name'),
      width: 130,
      render: (_, { point, name = '' }) => (
        <Input
          size="small"
          disabled={!onChange}
          value={name}
          maxLength={mappingLimits.nameLength}
          aria-label={t('points.nameFor', { point })}
          onChange={({ target }) => onChange?.(changePoint(mapping, point, { name: target.value }))}
        />
      ),
    },
    {
      key: 'type',
      title: t('points.type'),
      width: 105,
      render: (_, { point, type }) => (
        <Select<PointType>
          size="small"
          disabled={!onChange}
          className="onboarding-wide"
          value={type}
          aria-label={t('points.typeFor', { point })}
          options={pointTypes.map((value) => ({ value, label: t(`type.${value}`) }))}
          onChange={(next) => onChange?.(changePoint(mapping, point, { type: next }))}
        />
      ),
    },
    {
      key: 'unit',
      title: t('points.unit'),
      width: 72,
      render: (_, { point, unit = '' }) => (
        <Input
          size="small"
          disabled={!onChange}
          value={unit}
          maxLength={mappingLimits.unitLength}
          aria-label={t('points.unitFor', { point })}
          onChange={({ target }) => onChange?.(changePoint(mapping, point, { unit: target.value }))}
        />
      ),
    },
    {
      key: 'value',
      title: t('points.value'),
      render: (_, { point, unit }) => <ValueCell value={values?.get(point)} unit={unit} />,
    },
    {
      key: 'command',
      title: t('points.command'),
      width: 80,
      render: (_, { command }) => (command ? t('points.yes') : '–'),
    },
    {
      key: 'remove',
      width: 44,
      render: (_, { point }) => (
        <Button
          type="text"
          size="small"
          disabled={!onChange}
          icon={<DeleteOutlined aria-hidden />}
          aria-label={t('points.remove', { point })}
          onClick={() => onChange?.(removePoint(mapping, point))}
        />
      ),
    },
  ]
  return (
    <Table<MappingPoint>
      className="onboarding-points"
      size="small"
      rowKey="point"
      pagination={false}
      columns={columns}
      dataSource={[...mapping.points]}
      locale={{ emptyText: t('points.none') }}
      scroll={{ x: 640, y: 360 }}
    />
  )
}
