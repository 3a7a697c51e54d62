import { Input, InputNumber, Select } from 'antd'
import { observer } from 'mobx-react-lite'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { getEntity } from '../../contract/entities.ts'
import type { EntityValue, EntityValues } from '../../contract/entity/field.ts'
import { linkageNumber } from '../../contract/scada/linkageTrigger.ts'
import type { FieldEditorProps } from '../fields/editorProps.ts'
import { FieldEditor } from '../fields/FieldEditor.tsx'
import { useRights } from '../crud/config/useRights.ts'
import { ZoneNote } from '../fields/ZoneNote.tsx'
import { type RenderCell, RowsEditor } from '../fields/RowsEditor.tsx'
import { useLocalized } from '../kit/text/useLocalized.ts'
import { CallFailure } from '../net/failure.ts'
import { useStores } from '../stores/root.ts'
import { useRequest } from '../stores/entities/useRequest.ts'
import { LinkageExpression } from './LinkageExpression.tsx'
import { comparisons, getOwner, type ThingModelItem, ThingModelItems } from './thingModel.ts'

/**
 * Editor of a linkage's triggers or actions. Offers the thing model items of the selected device and comparisons that
 * fit them.
 */
export function LinkageRows(props: FieldEditorProps) {
  const { client, entities } = useStores()
  const [items] = useState(() => new ThingModelItems(client, (entity) => entities.of(getEntity(entity)).client))
  if (props.field.kind !== 'rows') return null
  const cell: RenderCell = (inner, at) => {
    const cellProps = { ...inner, items, row: at.row, onRow: at.onRow }
    switch (at.name) {
      case 'identifier':
        return <ModelItemSelect {...cellProps} />
      case 'operator':
        return <Comparison {...cellProps} />
      case 'value':
      case 'upper':
        return <ModelItemValue {...cellProps} />
      case 'device':
        return <DeviceChoice {...inner} />
      case 'expression':
        return <LinkageExpression {...inner} />
      case 'thing':
        return <ModelItemNote {...inner} row={at.row} />
      default:
        return <FieldEditor {...inner} />
    }
  }
  const hasTime =
    Array.isArray(props.value) &&
    props.value.some(
      (row) =>
        typeof row === 'object' &&
        'source' in row &&
        (row.source === 'window' || (row.source === 'timed' && !row['isCron'])),
    )
  return (
    <>
      <RowsEditor {...props} field={props.field} cell={cell} />
      {hasTime && <ZoneNote kind="plan" project={props.project} />}
    </>
  )
}

interface ModelItemCellProps extends FieldEditorProps {
  readonly items: ThingModelItems
  readonly row: EntityValues
  /** Changes several fields of the row at once. */
  readonly onRow: (values: EntityValues) => void
}

/** Selects a device. If the project has none, shows alternatives and a link to create one. */
const DeviceChoice = observer(function DeviceChoice(props: FieldEditorProps) {
  const { entities } = useStores()
  const { t } = useTranslation('script')
  const may = useRights(getEntity('device'))
  const { project, value } = props
  const ownProject = project !== undefined && (value === null || value === '') ? project : null
  const answer = useRequest(ownProject, (signal) =>
    entities.of(getEntity('device')).client.options({ project: ownProject ?? undefined }, { signal, quiet: true }),
  )
  const isNone = ownProject !== null && Array.isArray(answer) && answer.length === 0
  return (
    <>
      <FieldEditor {...props} />
      {isNone && (
        <small className="linkage-note" role="status">
          {t('thing.noDevices')}{' '}
          {may('create', project) ? (
            <Link to={`/platform/devices?project=${encodeURIComponent(ownProject)}`} target="_blank">
              {t('thing.makeDevice')}
            </Link>
          ) : (
            t('thing.askForDevice')
          )}
        </small>
      )}
    </>
  )
})

/**
 * Selects the aspect of a device that triggers. Telemetry devices without a platform row have no online and offline
 * events.
 */
function ModelItemNote({ row, ...props }: FieldEditorProps & { readonly row: EntityValues }) {
  const { field, value } = props
  if (field.kind !== 'choice' || row['source'] !== 'facility') return <FieldEditor {...props} />
  return (
    <FieldEditor
      {...props}
      field={{
        ...field,
        options: field.options.filter(
          (option) => (option.value !== 'online' && option.value !== 'offline') || option.value === value,
        ),
      }}
    />
  )
}

/**
 * Returns the items of the row's device that fit the row; null while loading or without a device, the failure on error.
 */
function useModelItems({
  items: modelItems,
  row,
  project,
}: ModelItemCellProps): readonly ThingModelItem[] | CallFailure | null {
  const owner = getOwner(row, project)
  const answer = useRequest(owner && JSON.stringify(owner), () => (owner ? modelItems.of(owner) : Promise.resolve([])))
  if (answer === null || answer instanceof CallFailure) return answer
  const { thing: about, kind } = row
  return answer.filter(({ category, isWritable }) =>
    kind === undefined ? category === (about ?? 'attribute') : isWritable && category !== 'event',
  )
}

const findSelected = (
  row: EntityValues,
  items: readonly ThingModelItem[] | CallFailure | null,
): ThingModelItem | undefined =>
  items instanceof CallFailure ? undefined : items?.find(({ identifier }) => identifier === row['identifier'])

/** Selects an item by name or identifier; identifiers that the device does not report can be typed. */
function ModelItemSelect(props: ModelItemCellProps) {
  const { id, value, row, project, isBad, isDisabled, label, onRow } = props
  const { t } = useTranslation(['script', 'crud'])
  const localize = useLocalized()
  const [typed, setTyped] = useState('')
  const answer = useModelItems(props)
  const failure = answer instanceof CallFailure ? answer : null
  const items = answer instanceof CallFailure ? null : answer
  const isOwned = getOwner(row, project) !== null
  const terms = typed
    .toLowerCase()
    .split(/[\s·]+/)
    .filter(Boolean)
  const candidates = (items ?? []).map((item) => ({
    value: item.identifier,
    label: `${localize(item.words)} · ${item.identifier}`,
    name: localize(item.words),
    note: [item.identifier, item.unit].filter(Boolean).join(' · '),
    found: `${item.words.en} ${item.words.zh} ${item.identifier}`.toLowerCase(),
  }))
  const found = candidates.filter((one) => terms.every((word) => one.found.includes(word)))
  const plain = (identifier: string) => ({
    value: identifier,
    label: identifier,
    name: identifier,
    note: items === null ? '' : t('thing.typed'),
    found: identifier,
  })
  const chosen = typeof value === 'string' && value !== '' ? value : null
  const own = typed.trim()
  const others =
    own !== ''
      ? /^[A-Za-z][A-Za-z0-9]*$/.test(own) && !candidates.some((one) => one.value === own)
        ? [own]
        : []
      : chosen !== null && !candidates.some((one) => one.value === chosen)
        ? [chosen]
        : []
  // Shown above the current value, which remains selectable.
  const failed = failure ? [{ ...plain(''), name: localize(failure.words), disabled: true }] : []
  const options = [...failed, ...found, ...others.map(plain)]
  const words =
    options.find((one) => one.value === chosen)?.label ?? candidates.find((one) => one.value === chosen)?.label
  // Such a value can be saved, because the device may report it later.
  const isUnknown =
    chosen !== null && items !== null && items.length > 0 && !candidates.some((one) => one.value === chosen)
  const select = (
    <Select
      id={id}
      {...(label === undefined ? {} : { 'aria-label': label })}
      {...(words === undefined ? {} : { title: words })}
      className="editor-wide"
      disabled={isDisabled ?? false}
      loading={isOwned && answer === null}
      popupMatchSelectWidth={340}
      placeholder={t(isOwned ? 'thing.choose' : 'thing.ownerFirst')}
      notFoundContent={t(
        !isOwned
          ? 'thing.ownerFirst'
          : items === null
            ? 'crud:searching'
            : items.length > 0
              ? 'crud:noneFound'
              : 'thing.none',
      )}
      {...(isBad ? { status: 'error' as const } : isUnknown ? { status: 'warning' as const } : {})}
      showSearch={{ filterOption: false, onSearch: setTyped }}
      value={chosen}
      options={options}
      optionRender={renderOption}
      onChange={(next: string | null | undefined) =>
        onRow(
          fitted(
            row,
            next ?? null,
            items?.find(({ identifier }) => identifier === next),
          ),
        )
      }
    />
  )
  return (
    <>
      {select}
      {isUnknown && (
        <small className="linkage-note" role="status">
          {t('thing.unknown')}
        </small>
      )}
    </>
  )
}

const renderOption = ({
  data: { name, note },
}: {
  readonly data: { readonly name: string; readonly note: string }
}) => (
  <span className="editor-device">
    {name}
    <small>{note}</small>
  </span>
)

/** Returns the row with another item. Operator and value are kept if they fit it. */
export function fitted(row: EntityValues, identifier: string | null, item: ThingModelItem | undefined): EntityValues {
  const { operator, value } = row
  if (!item?.kind || value === undefined) return { identifier }
  const usual = comparisons[item.kind]
  const figure = linkageNumber(value)
  const isFit = item.kind === 'text' || (item.kind === 'flag' ? figure === 0 || figure === 1 : figure !== null)
  return {
    identifier,
    ...(operator === undefined || (typeof operator === 'string' && usual.includes(operator))
      ? {}
      : { operator: usual[0] ?? null }),
    ...(isFit ? {} : { value: null }),
  }
}

/** Offers the comparisons that fit the selected item. */
function Comparison({ items: modelItems, row, onRow, ...props }: ModelItemCellProps) {
  const item = findSelected(row, useModelItems({ items: modelItems, row, onRow, ...props }))
  const { field, value } = props
  if (field.kind !== 'choice') return null
  const comparison = item?.kind ? comparisons[item.kind] : null
  const options = field.options.filter(
    (option) => comparison === null || comparison.includes(String(option.value)) || option.value === value,
  )
  return <FieldEditor {...props} field={{ ...field, required: true, options }} />
}

/** Input that fits the selected item: number with unit, on/off or text. The value is always stored as text. */
function ModelItemValue({ items: modelItems, row, onRow, ...props }: ModelItemCellProps) {
  const { t } = useTranslation('script')
  const item = findSelected(row, useModelItems({ items: modelItems, row, onRow, ...props }))
  const { id, value, onChange, isBad, isDisabled, label, field } = props
  const common = {
    id,
    disabled: isDisabled ?? false,
    ...(isBad ? { status: 'error' as const } : {}),
    ...(label === undefined ? {} : { 'aria-label': label }),
  }
  const figure = linkageNumber(value)
  const isEmpty = value === null || value === ''
  if (item?.kind === 'flag' && (isEmpty || figure === 0 || figure === 1)) {
    return (
      <Select
        {...common}
        className="editor-wide"
        value={isEmpty ? null : String(figure)}
        placeholder={t('thing.value')}
        onChange={(next: string) => onChange(next)}
        options={['1', '0'].map((each) => ({ value: each, label: t(each === '1' ? 'thing.on' : 'thing.off') }))}
      />
    )
  }
  if (item?.kind === 'number' && (isEmpty || figure !== null)) {
    // Only commanded values must be within the range of the point; comparisons may be outside.
    const isTyped = row['kind'] !== undefined
    return (
      <InputNumber
        {...common}
        className="editor-wide"
        value={figure}
        suffix={item.unit || undefined}
        placeholder={item.min !== null && item.max !== null ? `${item.min} – ${item.max}` : undefined}
        {...(isTyped && item.min !== null ? { min: item.min } : {})}
        {...(isTyped && item.max !== null ? { max: item.max } : {})}
        onChange={(next) => onChange(toText(next))}
      />
    )
  }
  return (
    <Input
      {...common}
      value={typeof value === 'string' ? value : ''}
      maxLength={field.kind === 'text' ? field.maxLength : 100}
      autoComplete="off"
      onChange={(event) => onChange(event.target.value === '' ? null : event.target.value)}
    />
  )
}

const toText = (figure: number | string | null): EntityValue =>
  figure === null || figure === '' ? null : String(figure)
