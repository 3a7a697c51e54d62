import { Input, InputNumber, Select } from 'antd'
import { observer } from 'mobx-react-lite'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { entityOf } from '../../contract/entities.ts'
import type { EntityValue, EntityValues } from '../../contract/entity/field.ts'
import { linkageNumber } from '../../contract/scada/linkage.ts'
import type { FieldEditorProps } from '../fields/editorProps.ts'
import { FieldEditor } from '../fields/FieldEditor.tsx'
import { useRights } from '../crud/useRights.ts'
import { ZoneNote } from '../fields/ZoneNote.tsx'
import { type CellOf, RowsEditor } from '../fields/RowsEditor.tsx'
import { useLocalized } from '../kit/useLocalized.ts'
import { CallFailure } from '../net/failure.ts'
import { useStores } from '../stores/root.ts'
import { useRequest } from '../stores/useRequest.ts'
import { comparisons, ownerOf, type ThingModelItem, ThingModelItems } from './thingModel.ts'

/**
 * Editor of a linkage's triggers or actions. Offers the thing model items of the selected device and comparisons that
 * fit them.
 */
export function LinkageRows(props: FieldEditorProps) {
  const { client, entities } = useStores()
  const [things] = useState(() => new ThingModelItems(client, (entity) => entities.of(entityOf(entity)).client))
  if (props.field.kind !== 'rows') return null
  const cell: CellOf = (inner, at) => {
    const given = { ...inner, things, row: at.row, onRow: at.onRow }
    switch (at.name) {
      case 'identifier': return <ThingSelect {...given} />
      case 'operator': return <Comparison {...given} />
      case 'value': case 'upper': return <ThingValue {...given} />
      case 'device': return <DeviceChoice {...inner} />
      case 'thing': return <About {...inner} row={at.row} />
      default: return <FieldEditor {...inner} />
    }
  }
  const hasTime = Array.isArray(props.value) && props.value.some((row) => typeof row === 'object' && 'source' in row && row.source === 'timed' && !row['isCron'])
  return (
    <>
      <RowsEditor {...props} field={props.field} cell={cell} />
      {hasTime && <ZoneNote says="plan" project={props.project} />}
    </>
  )
}

interface ThingCellProps extends FieldEditorProps {
  readonly things: ThingModelItems
  readonly row: EntityValues
  /** Changes several fields of the row at once. */
  readonly onRow: (values: EntityValues) => void
}

/** Selects a device. If the project has none, shows alternatives and a link to create one. */
const DeviceChoice = observer(function DeviceChoice(props: FieldEditorProps) {
  const { entities } = useStores()
  const { t } = useTranslation('script')
  const may = useRights(entityOf('device'))
  const { project, value } = props
  const asked = project !== undefined && (value === null || value === '') ? project : null
  const answer = useRequest(asked, (signal) => entities.of(entityOf('device')).client.options({ project: asked ?? undefined }, { signal, quiet: true }))
  const isNone = asked !== null && Array.isArray(answer) && answer.length === 0
  return (
    <>
      <FieldEditor {...props} />
      {isNone && (
        <small className="linkage-note" role="status">
          {t('thing.noDevices')} {may('create', project) ? <Link to={`/platform/devices?project=${encodeURIComponent(asked)}`} target="_blank">{t('thing.makeDevice')}</Link> : t('thing.askForDevice')}
        </small>
      )}
    </>
  )
})

/**
 * Selects the aspect of a device that triggers. Telemetry devices without a platform row have no online and offline
 * events.
 */
function About({ row, ...props }: FieldEditorProps & { readonly row: EntityValues }) {
  const { field, value } = props
  if (field.kind !== 'choice' || row['source'] !== 'facility') return <FieldEditor {...props} />
  return <FieldEditor {...props} field={{ ...field, options: field.options.filter((option) => (option.value !== 'online' && option.value !== 'offline') || option.value === value) }} />
}

/**
 * Returns the items of the row's device that fit the row; null while loading or without a device, the failure on error.
 */
function useThings({ things, row, project }: ThingCellProps): readonly ThingModelItem[] | CallFailure | null {
  const owner = ownerOf(row, project)
  const answer = useRequest(owner && JSON.stringify(owner), () => (owner ? things.of(owner) : Promise.resolve([])))
  if (answer === null || answer instanceof CallFailure) return answer
  const { thing: about, kind } = row
  return answer.filter(({ what, isWritable }) => (kind === undefined ? what === (about ?? 'attribute') : isWritable && what !== 'event'))
}

const chosenOf = (row: EntityValues, things: readonly ThingModelItem[] | CallFailure | null): ThingModelItem | undefined =>
  (things instanceof CallFailure ? undefined : things?.find(({ identifier }) => identifier === row['identifier']))

/** Selects an item by name or identifier; identifiers that the device does not report can be typed. */
function ThingSelect(props: ThingCellProps) {
  const { id, value, row, project, isBad, isDisabled, label, onRow } = props
  const { t } = useTranslation(['script', 'crud'])
  const say = useLocalized()
  const [typed, setTyped] = useState('')
  const answer = useThings(props)
  const failure = answer instanceof CallFailure ? answer : null
  const things = answer instanceof CallFailure ? null : answer
  const isOwned = ownerOf(row, project) !== null
  const wanted = typed.toLowerCase().split(/[\s·]+/).filter(Boolean)
  const known = (things ?? []).map((thing) => ({
    value: thing.identifier, label: `${say(thing.words)} · ${thing.identifier}`, name: say(thing.words), note: [thing.identifier, thing.unit].filter(Boolean).join(' · '),
    found: `${thing.words.en} ${thing.words.zh} ${thing.identifier}`.toLowerCase(),
  }))
  const found = known.filter((one) => wanted.every((word) => one.found.includes(word)))
  const plain = (identifier: string) => ({ value: identifier, label: identifier, name: identifier, note: things === null ? '' : t('thing.typed'), found: identifier })
  const chosen = typeof value === 'string' && value !== '' ? value : null
  const own = typed.trim()
  const others = own !== '' ? (/^[A-Za-z][A-Za-z0-9]*$/.test(own) && !known.some((one) => one.value === own) ? [own] : []) : chosen !== null && !known.some((one) => one.value === chosen) ? [chosen] : []
  // Shown above the current value, which remains selectable.
  const failed = failure ? [{ ...plain(''), name: say(failure.words), disabled: true }] : []
  const options = [...failed, ...found, ...others.map(plain)]
  const words = options.find((one) => one.value === chosen)?.label ?? known.find((one) => one.value === chosen)?.label
  // Such a value can be saved, because the device may report it later.
  const isUnknown = chosen !== null && things !== null && things.length > 0 && !known.some((one) => one.value === chosen)
  const select = (
    <Select
      id={id} {...(label === undefined ? {} : { 'aria-label': label })} {...(words === undefined ? {} : { title: words })} className="editor-wide" disabled={isDisabled ?? false} loading={isOwned && answer === null} popupMatchSelectWidth={340}
      placeholder={t(isOwned ? 'thing.choose' : 'thing.ownerFirst')} notFoundContent={t(!isOwned ? 'thing.ownerFirst' : things === null ? 'crud:searching' : things.length > 0 ? 'crud:noneFound' : 'thing.none')}
      {...(isBad ? { status: 'error' as const } : isUnknown ? { status: 'warning' as const } : {})} showSearch={{ filterOption: false, onSearch: setTyped }} value={chosen} options={options}
      optionRender={optionOf}
      onChange={(next: string | null | undefined) => onRow(fitted(row, next ?? null, things?.find(({ identifier }) => identifier === next)))}
    />
  )
  return <>{select}{isUnknown && <small className="linkage-note" role="status">{t('thing.unknown')}</small>}</>
}

const optionOf = ({ data: { name, note } }: { readonly data: { readonly name: string; readonly note: string } }) => <span className="editor-device">{name}<small>{note}</small></span>

/** Returns the row with another item. Operator and value are kept if they fit it. */
export function fitted(row: EntityValues, identifier: string | null, thing: ThingModelItem | undefined): EntityValues {
  const { operator, value } = row
  if (!thing?.kind || value === undefined) return { identifier }
  const usual = comparisons[thing.kind]
  const figure = linkageNumber(value)
  const isFit = thing.kind === 'text' || (thing.kind === 'flag' ? figure === 0 || figure === 1 : figure !== null)
  return {
    identifier,
    ...(operator === undefined || (typeof operator === 'string' && usual.includes(operator)) ? {} : { operator: usual[0] ?? null }),
    ...(isFit ? {} : { value: null }),
  }
}

/** Offers the comparisons that fit the selected item. */
function Comparison({ things, row, onRow, ...props }: ThingCellProps) {
  const thing = chosenOf(row, useThings({ things, row, onRow, ...props }))
  const { field, value } = props
  if (field.kind !== 'choice') return null
  const fitting = thing?.kind ? comparisons[thing.kind] : null
  const options = field.options.filter((option) => fitting === null || fitting.includes(String(option.value)) || option.value === value)
  return <FieldEditor {...props} field={{ ...field, required: true, options }} />
}

/** Input that fits the selected item: number with unit, on/off or text. The value is always stored as text. */
function ThingValue({ things, row, onRow, ...props }: ThingCellProps) {
  const { t } = useTranslation('script')
  const thing = chosenOf(row, useThings({ things, row, onRow, ...props }))
  const { id, value, onChange, isBad, isDisabled, label, field } = props
  const common = { id, disabled: isDisabled ?? false, ...(isBad ? { status: 'error' as const } : {}), ...(label === undefined ? {} : { 'aria-label': label }) }
  const figure = linkageNumber(value)
  const isEmpty = value === null || value === ''
  if (thing?.kind === 'flag' && (isEmpty || figure === 0 || figure === 1)) {
    return (
      <Select
        {...common} className="editor-wide" value={isEmpty ? null : String(figure)} placeholder={t('thing.value')} onChange={(next: string) => onChange(next)}
        options={['1', '0'].map((each) => ({ value: each, label: t(each === '1' ? 'thing.on' : 'thing.off') }))}
      />
    )
  }
  if (thing?.kind === 'number' && (isEmpty || figure !== null)) {
    // Only commanded values must be within the range of the point; comparisons may be outside.
    const isTold = row['kind'] !== undefined
    return (
      <InputNumber
        {...common} className="editor-wide" value={figure} suffix={thing.unit || undefined} placeholder={thing.min !== null && thing.max !== null ? `${thing.min} – ${thing.max}` : undefined}
        {...(isTold && thing.min !== null ? { min: thing.min } : {})} {...(isTold && thing.max !== null ? { max: thing.max } : {})} onChange={(next) => onChange(toText(next))}
      />
    )
  }
  return <Input {...common} value={typeof value === 'string' ? value : ''} maxLength={field.kind === 'text' ? field.maxLength : 100} autoComplete="off" onChange={(event) => onChange(event.target.value === '' ? null : event.target.value)} />
}

const toText = (figure: number | string | null): EntityValue => (figure === null || figure === '' ? null : String(figure))
