import { quality } from '@mimic/engine/bindings'
import { Tag } from 'antd'
import { observer } from 'mobx-react-lite'
import { Link } from 'react-router-dom'
import type { Row } from '../../contract/entity/define.ts'
import { decodeLocalized } from '../../contract/localizedText.ts'
import {
  type EntityField,
  type EntityValue,
  type InstantField,
  usesProjectCalendar,
  type LiveField,
  type Option,
  type RowsField,
  type StoredFile,
} from '../../contract/entity/field.ts'
import { liveValue, liveTag, liveUnit } from '../../contract/entity/liveFields.ts'
import { runPath } from '../kit/drawing/drawingPaths.ts'
import { formatTime } from '../kit/text/formatTime.ts'
import { useLocalized } from '../kit/text/useLocalized.ts'
import { useTag } from '../stores/hooks/useTag.ts'
import { liveOption } from './liveOption.ts'
import { WithDictionary } from './WithDictionary.tsx'
import { StoredPictures } from './StoredPictures.tsx'
import { usePlantTime } from './usePlantTime.ts'
import './fields.css'

interface FieldCellProps {
  readonly field: EntityField
  readonly value: EntityValue | undefined
  /** Provides the titles of referenced rows and the data of live fields. */
  readonly row: Pick<Row, 'titles' | 'project'> & { readonly [name: string]: unknown }
}

/** Value of a field in a list or in details; a dash if empty. */
export function FieldCell({ field, value, row }: FieldCellProps) {
  const localize = useLocalized()
  if (field.kind === 'live') return <LiveCell field={field} row={row} />
  if (value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0))
    return field.noneWords ? <>{localize(field.noneWords)}</> : <span className="cell-none">–</span>
  switch (field.kind) {
    case 'number':
      return (
        <span className="cell-number">
          {numberText(value, field.digits)}
          {field.unit && <i> {field.unit}</i>}
        </span>
      )
    case 'flag':
    case 'secret':
      return <>{localize(value === true ? yes : no)}</>
    case 'choice':
      return field.dictionary === undefined ? (
        <ChoiceCell options={field.options} value={value} />
      ) : (
        <WithDictionary field={field}>{(options) => <ChoiceCell options={options} value={value} />}</WithDictionary>
      )
    case 'choices':
      return (
        <>
          {toTexts(value)
            .map((each) =>
              localize(field.options.find((option) => option.value === each)?.words ?? { en: each, zh: each }),
            )
            .join(localize(comma))}
        </>
      )
    case 'instant':
      return typeof value !== 'number' ? null : usesProjectCalendar(field) ? (
        <PlantTime field={field} at={value} project={row.project} />
      ) : (
        <span className="cell-number">{formatTime(value)}</span>
      )
    case 'ref':
      return <>{typeof value === 'string' ? (row.titles[value] ?? value) : ''}</>
    case 'refs':
      return (
        <>
          {toTexts(value)
            .map((id) => row.titles[id] ?? id)
            .join(localize(comma))}
        </>
      )
    case 'files':
      return <StoredPictures files={toFiles(value)} pictures={field.pictures} />
    case 'rows':
      return (
        <>
          {namedBy(field, value)
            .map((id) => row.titles[id] ?? id)
            .join(localize(comma)) ||
            localize({
              en: countItems(value) === 1 ? '1 entry' : `${countItems(value)} entries`,
              zh: `${countItems(value)} 项`,
            })}
        </>
      )
    case 'text':
      if (field.format === 'url' && typeof value === 'string')
        return (
          <a href={value} target="_blank" rel="noreferrer">
            {value}
          </a>
        )
      // The id is not readable, so show a link. The target page reports a missing drawing.
      if (field.format === 'drawing' && typeof value === 'string')
        return <Link to={runPath(value)}>{localize(openDrawing)}</Link>
      if (field.isDevice && typeof value === 'string') return <span title={value}>{row.titles[value] ?? value}</span>
      return <>{formatText(value)}</>
  }

  /** Text of the server is bilingual and must be localised. */
  function formatText(text: EntityValue): string {
    if (typeof text === 'string') return field.readOnly ? localize(decodeLocalized(text)) : text
    return typeof text === 'number' ? String(text) : ''
  }
}

/** Day or time in the time zone of the project. */
const PlantTime = observer(function PlantTime({
  field,
  at,
  project,
}: {
  readonly field: InstantField
  readonly at: number
  readonly project: Row['project']
}) {
  const plantTime = usePlantTime()
  return (
    <span className="cell-number">{plantTime(at, project, field.precision === 'day' ? 'YYYY-MM-DD' : undefined)}</span>
  )
})

/** Ids referenced by the first field of inner rows, such as the projects of an account. */
function namedBy({ fields }: RowsField, value: EntityValue): readonly string[] {
  const [first] = Object.entries(fields)
  if (first?.[1].kind !== 'ref' || !Array.isArray(value)) return []
  return value.flatMap((each) => {
    const id: unknown =
      typeof each === 'object' && each !== null
        ? Object.entries(each).find(([name]) => name === first[0])?.[1]
        : undefined
    return typeof id === 'string' ? [id] : []
  })
}

/** Badge of a state. The text is always shown; good, warning and alarm also have a colour. */
function ChoiceCell({ options, value }: { readonly options: readonly Option[]; readonly value: EntityValue }) {
  const localize = useLocalized()
  const option = options.find((each) => each.value === value)
  const words = option
    ? localize(option.words)
    : typeof value === 'string' || typeof value === 'number'
      ? String(value)
      : ''
  return option?.tone === undefined ? (
    <span title={words}>{words}</span>
  ) : (
    <Tag className="cell-tag" data-tone={option.tone}>
      {words}
    </Tag>
  )
}

/** Current value of a tag. A value without good quality is marked. */
function LiveCell({ field, row }: { readonly field: LiveField; readonly row: FieldCellProps['row'] }) {
  const tag = liveTag(field, row)
  return tag === undefined ? <span className="cell-none">–</span> : <TagCell tag={tag} field={field} row={row} />
}

function TagCell({
  tag,
  field,
  row,
}: {
  readonly tag: string
  readonly field: LiveField
  readonly row: FieldCellProps['row']
}) {
  const sample = useTag(tag)
  const localize = useLocalized()
  if (sample.atMs === 0 || (Number.isNaN(sample.value) && sample.text === undefined))
    return (
      <span className="cell-none" title={tag}>
        –
      </span>
    )
  const isGood = sample.quality === quality.good
  const figure = liveValue(field, row, sample.value)
  const option = liveOption(field, row, figure)
  const unit = liveUnit(field, row)
  if (isGood && option) return <ChoiceCell options={[option]} value={option.value} />
  const text = option ? localize(option.words) : (sample.text ?? numberText(figure, field.digits))
  return (
    <span className="cell-number" data-stale={!isGood || undefined} title={isGood ? tag : localize(notGood)}>
      {text}
      {unit && <i> {localize(unit)}</i>}
      {isGood ? '' : ' ?'}
    </span>
  )
}

const numberText = (value: unknown, digits: number): string =>
  typeof value === 'number' ? String(Math.round(value * 10 ** digits) / 10 ** digits) : String(value)
const countItems = (value: EntityValue): number => (Array.isArray(value) ? value.length : 0)
const toTexts = (value: EntityValue): string[] =>
  Array.isArray(value) ? value.flatMap((each: unknown) => (typeof each === 'string' ? [each] : [])) : []
const isFile = (each: unknown): each is StoredFile =>
  typeof each === 'object' && each !== null && 'id' in each && 'name' in each
const toFiles = (value: EntityValue): StoredFile[] =>
  Array.isArray(value) ? value.filter((each): each is StoredFile => isFile(each)) : []
const yes = { en: 'Yes', zh: '是' }
const no = { en: 'No', zh: '否' }
const openDrawing = { en: 'Open the drawing', zh: '打开图纸' }
const comma = { en: ', ', zh: '、' }
const notGood = { en: 'Not a present value', zh: '非实时值' }
