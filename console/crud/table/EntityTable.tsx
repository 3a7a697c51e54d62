import { MoreOutlined } from '@ant-design/icons'
import { Button, Dropdown, type MenuProps, Table, type TableColumnsType } from 'antd'
import { observer } from 'mobx-react-lite'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { decodeLocalized } from '../../../contract/localizedText.ts'
import type { Row } from '../../../contract/entity/define.ts'
import type { EntityField, Words } from '../../../contract/entity/field.ts'
import { FieldCell } from '../../fields/FieldCell.tsx'
import { formatTime } from '../../kit/text/formatTime.ts'
import { useLocalized } from '../../kit/text/useLocalized.ts'
import { useStores } from '../../stores/root.ts'
import type { EntityPartProps } from '../config/openDialog.ts'
import { isClosed, getName, type RowAction, type ScreenConfig, getValue } from '../config/screenConfig.ts'
import { actionsPx, chooserPx, isSortable, useColumns } from './useColumns.ts'
import { useMoves } from './useMoves.ts'
import { useRemove } from './useRemove.tsx'
import { useRowRights } from '../config/useRights.ts'

/** Table of the rows; the last column contains the actions of each row. */
export const EntityTable = observer(function EntityTable({ shape, query, onQuery, onOpen }: EntityPartProps) {
  const { entity, cells, texts } = shape
  const { entities } = useStores()
  const store = entities.of(entity)
  const { t } = useTranslation('crud')
  const localize = useLocalized()
  const { shown, getWidth, width, isMany } = useColumns(shape, query.project)
  const sorted = query.sort?.replace(/^-/, '') ?? entity.list.sort.by
  const isDown = query.sort === undefined ? entity.list.sort.order === 'desc' : query.sort.startsWith('-')

  const columns: TableColumnsType<Row> = [
    ...shown.map((name, index) => {
      const field = entity.fields[name]
      const own = cells?.[name]
      return {
        key: name,
        ...(index === 0 ? { className: 'crud-first' } : {}),
        title: field ? localize(field.words) : t(`frame.${name}`),
        ellipsis: true,
        width: getWidth(name),
        ...(field?.kind === 'number' || (field?.kind === 'live' && !field.options) ? { align: 'right' as const } : {}),
        sorter: isSortable(field),
        showSorterTooltip: false,
        sortOrder: sorted === name ? (isDown ? ('descend' as const) : ('ascend' as const)) : null,
        // antd sets a tooltip for truncated text only, not for custom cells.
        onCell: (row: Row) =>
          texts?.[name] ? { title: localize(texts[name](row)) } : getHoverProps(field, row, name, localize),
        render: (_: unknown, row: Row): ReactNode => {
          if (own) return own(row)
          if (!field) return <FrameCell row={row} name={name} clock={shape.clock} />
          const cell = <FieldCell field={field} value={getValue(row, name)} row={row} />
          return name === entity.title ? (
            <button type="button" className="crud-link" onClick={() => onOpen({ kind: 'detail', row })}>
              {cell}
            </button>
          ) : (
            cell
          )
        },
      }
    }),
    {
      key: 'actions',
      title: t('actions'),
      width: actionsPx,
      className: 'crud-row-actions',
      render: (_, row) => <RowActions shape={shape} row={row} onOpen={onOpen} />,
    },
  ]
  return (
    <Table<Row>
      className={isMany ? 'crud-table crud-many' : 'crud-table'}
      rowKey="id"
      rowClassName={(row) => {
        const tone = shape.rowTone?.(row)
        return tone === undefined ? '' : `crud-tone crud-tone-${tone}`
      }}
      size="small"
      columns={columns}
      dataSource={[...store.rows]}
      pagination={false}
      // Header and actions stay visible by CSS alone: antd's fixed columns measure the table and render it twice.
      tableLayout="fixed"
      style={{ minWidth: width }}
      {...(isMany
        ? {
            rowSelection: {
              selectedRowKeys: [...store.chosen],
              columnWidth: chooserPx,
              onChange: (keys) => store.choose(keys.map(String)),
              getCheckboxProps: (row) => ({ 'aria-label': t('chooseNamed', { name: getName(shape, row, localize) }) }),
            },
          }
        : {})}
      onChange={(_, __, sorter) => {
        const [one] = Array.isArray(sorter) ? sorter : [sorter]
        const name = one?.columnKey === undefined ? '' : String(one.columnKey)
        onQuery({
          ...query,
          page: 1,
          sort:
            one?.order === undefined || one.order === null ? undefined : `${one.order === 'descend' ? '-' : ''}${name}`,
        })
      }}
    />
  )
})

/** Actions of a row: open or edit, the transitions its state allows, custom actions and delete. */
export const RowActions = observer(function RowActions({
  shape,
  row,
  onOpen,
}: Pick<EntityPartProps, 'shape' | 'onOpen'> & { readonly row: Row }) {
  const { entity, rowActions = [] } = shape
  const { session } = useStores()
  const { t } = useTranslation('crud')
  const localize = useLocalized()
  const mayRow = useRowRights(entity)
  const remove = useRemove(entity)
  const named = { name: getName(shape, row, localize) }
  const moves = useMoves(entity)(row)
  const items: NonNullable<MenuProps['items']> = [
    ...moves.map(({ name, words }) => ({
      key: name,
      label: localize(words),
      onClick: () => onOpen({ kind: 'move', row, move: name }),
    })),
    ...rowActions.filter(isOffered).map((action) => ({
      key: action.label,
      label: t(action.label),
      onClick: () =>
        onOpen('to' in action ? { kind: 'page', path: action.to(row) } : { kind: 'own', row, Dialog: action.Dialog }),
    })),
    ...(mayRow('remove', row)
      ? [{ key: 'remove', label: t('remove.go'), danger: true, onClick: () => remove([row]) }]
      : []),
  ]
  return (
    <span className="crud-actions">
      {mayRow('update', row) && !isClosed(entity, row) ? (
        <Button
          type="link"
          size="small"
          aria-label={t('editNamed', named)}
          onClick={() => onOpen({ kind: 'form', row })}
        >
          {t('edit')}
        </Button>
      ) : (
        <Button
          type="link"
          size="small"
          aria-label={t('lookNamed', named)}
          onClick={() => onOpen({ kind: 'detail', row })}
        >
          {t('look')}
        </Button>
      )}
      {items.length > 0 && (
        <Dropdown menu={{ items }} trigger={['click']} placement="bottomRight">
          <Button type="text" size="small" icon={<MoreOutlined aria-hidden />} aria-label={t('moreNamed', named)} />
        </Dropdown>
      )}
    </span>
  )

  function isOffered({ needs }: RowAction): boolean {
    return needs === undefined || (typeof needs === 'string' ? mayRow(needs, row) : session.mayCall(needs, row.project))
  }
})

/** Tooltip with the full value of a cell that may be truncated. */
function getHoverProps(
  field: EntityField | undefined,
  row: Row,
  name: string,
  localize: (words: Words) => string,
): { readonly title?: string } {
  const value = getValue(row, name)
  if (typeof value !== 'string' || value === '') return {}
  if (field?.kind === 'choice')
    return {
      title: localize(field.options.find((option) => option.value === value)?.words ?? { en: value, zh: value }),
    }
  if (field?.kind === 'ref') return { title: row.titles[value] ?? value }
  if (field?.kind === 'text' && field.isDevice)
    return { title: row.titles[value] === undefined ? value : `${row.titles[value]} (${value})` }
  return field?.kind === 'text' && field.format !== 'drawing'
    ? { title: field.readOnly ? localize(decodeLocalized(value)) : value }
    : {}
}

const FrameCell = observer(function FrameCell({
  row,
  name,
  clock,
}: {
  readonly row: Row
  readonly name: string
  readonly clock: ScreenConfig['clock']
}) {
  const { projects, zones } = useStores()
  const value = getValue(row, name)
  if (name === 'project' && typeof value === 'string') return <>{projects.name(value)}</>
  if (typeof value === 'number' && name.endsWith('At'))
    return (
      <span className="cell-number">{formatTime(value, undefined, clock === 'runs' ? zones.server : undefined)}</span>
    )
  return <>{typeof value === 'string' || typeof value === 'number' ? value : ''}</>
})
