import { DatePicker, Select } from 'antd'
import type { Dayjs } from 'dayjs'
import { observer } from 'mobx-react-lite'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { getEntity } from '../../../contract/entities.ts'
import {
  type EntityField,
  type EntityValue,
  usesProjectCalendar,
  type Option,
  type RefField,
  type Words,
} from '../../../contract/entity/field.ts'
import { WithDictionary } from '../../fields/WithDictionary.tsx'
import { RefEditor } from '../../fields/RefEditor.tsx'
import { fromPickerDate, toPickerDate } from '../../kit/text/zonedDatePicker.ts'
import { useLocalized } from '../../kit/text/useLocalized.ts'
import { useStores } from '../../stores/root.ts'
import { useRequest } from '../../stores/entities/useRequest.ts'
import type { EntityPartProps } from '../config/openDialog.ts'
import { textWidth } from './columnWidth.ts'
import { filterWords } from './filterWords.ts'
import { getFilters, getSpanField, getTitle } from '../config/screenConfig.ts'

/** Filters from the declaration, and a project filter for accounts with several projects. */
export const Filters = observer(function Filters({ shape, query, onQuery }: EntityPartProps) {
  const { entity } = shape
  const { projects: projectStore, session, zones } = useStores()
  const { t } = useTranslation('crud')
  const localize = useLocalized()
  const set = (name: string, value: string | undefined): void => {
    const { [name]: _, ...rest } = query.filter ?? {}
    onQuery({ ...query, page: 1, filter: value === undefined || value === '' ? rest : { ...rest, [name]: value } })
  }
  const names = getFilters(shape)
  const span = getSpanField(shape)
  const spanned = span === undefined ? undefined : entity.fields[span]
  const isByDay = spanned?.kind === 'instant' && spanned.precision === 'day'
  // Use the time zone in which the list shows the values: the project's if all projects share one, the server's for
  // runs, else the browser's.
  const [plant = zones.own, another] = zones.among(query.project)
  const isOfPlants = spanned?.kind === 'instant' && usesProjectCalendar(spanned)
  const zone = isOfPlants && another === undefined ? plant : shape.clock === 'runs' ? zones.server : zones.own
  const picked = (at: number | undefined) => (at === undefined ? null : toPickerDate(at, zone))
  /** Moment at which the calendar opens. */
  const toPickerStart = (at: number | undefined) => toPickerDate(at ?? zones.now(), zone)
  const handleSpan = (next: readonly (Dayjs | null)[] | null): void => {
    const [one, other] = next ?? []
    const [first, last] = one && other && one.isAfter(other) ? [other, one] : [one, other]
    // A range of days includes its last day.
    const from = isByDay ? first?.startOf('day') : first
    const to = isByDay ? last?.endOf('day') : last
    onQuery({
      ...query,
      page: 1,
      since: next ? span : undefined,
      from: from ? fromPickerDate(from, zone) : undefined,
      to: to ? fromPickerDate(to, zone) : undefined,
    })
  }
  const projects = session.account?.projects ?? []
  return (
    <>
      {entity.scope === 'project' && projects.length > 1 && (
        <Select
          className="crud-filter"
          aria-label={t('project')}
          value={query.project ?? ''}
          onChange={(project) => onQuery({ ...query, page: 1, project: project || undefined })}
          options={[
            { value: '', label: t('allProjects') },
            ...projects.map(({ id }) => ({ value: id, label: projectStore.name(id) })),
          ]}
        />
      )}
      {names.map((name) => {
        const field = entity.fields[name]
        return field && name !== span ? (
          <Filter
            key={name}
            name={name}
            field={field}
            value={query.filter?.[name]}
            onChange={(value) => set(name, value)}
            project={query.project}
          />
        ) : null
      })}
      {spanned !== undefined && (
        <DatePicker.RangePicker
          className="crud-span"
          style={{ width: (isByDay ? 240 : 320) + Math.ceil(textWidth(localize(spanned.words))) }}
          prefix={<span className="crud-span-label">{t('filter.label', { field: localize(spanned.words) })}</span>}
          placeholder={[t('filter.from'), t('filter.to')]}
          aria-label={localize(spanned.words)}
          disabled={isOfPlants && !projectStore.isKnown}
          showTime={isByDay ? false : { format: 'HH:mm' }}
          format={isByDay ? 'YYYY-MM-DD' : 'YYYY-MM-DD HH:mm'}
          allowEmpty={[true, true]}
          value={query.since === span ? [picked(query.from), picked(query.to)] : null}
          // The picker compares typed values in the browser's zone, so order the two ends in the filter's zone instead.
          order={false}
          defaultPickerValue={[toPickerStart(query.from), toPickerStart(query.to)]}
          onChange={handleSpan}
        />
      )}
    </>
  )
})

/** Width in pixels at which the placeholder fits next to the arrow. */
const computeWidth = (words: string): number => Math.ceil(textWidth(words)) + 44

interface FilterProps<F extends EntityField = EntityField> {
  readonly name: string
  readonly field: F
  readonly value: string | undefined
  readonly project: string | undefined
  readonly onChange: (value: string | undefined) => void
}

function Filter({ name, field, value, project, onChange }: FilterProps) {
  const localize = useLocalized()
  const { t } = useTranslation('crud')
  if (field.kind === 'ref' || field.kind === 'refs') {
    return (
      <RefFilter
        name={name}
        field={{ ...field, kind: 'ref', default: null, required: false, onRemove: 'empty' }}
        value={value}
        project={project}
        onChange={onChange}
      />
    )
  }
  const among = (
    options: readonly { readonly value: string; readonly label: string }[],
    placeholder: Words = field.words,
  ) => (
    <Select
      className="crud-filter"
      style={{ minWidth: computeWidth(localize(placeholder)) }}
      aria-label={localize(field.words)}
      placeholder={localize(placeholder)}
      allowClear
      value={value ?? null}
      options={[...options]}
      onChange={(next: string | null | undefined) => onChange(next ?? undefined)}
    />
  )
  // The selected option repeats the field name, because it is displayed without a label.
  const whether = (so: string, not: string) =>
    among(
      [
        { key: 'true', answer: so },
        { key: 'false', answer: not },
      ].map(({ key, answer }) => ({ value: key, label: t('filter.said', { field: localize(field.words), answer }) })),
      filterWords(field),
    )
  const toSelect = (options: readonly Option[]) =>
    among(options.map((option) => ({ value: String(option.value), label: localize(option.words) })))
  switch (field.kind) {
    case 'choice':
      return field.dictionary === undefined ? (
        toSelect(field.options)
      ) : (
        <WithDictionary field={field}>{toSelect}</WithDictionary>
      )
    case 'choices':
      return toSelect(field.options)
    case 'flag':
      return whether(t('yes'), t('no'))
    case 'instant':
      return whether(t('filter.has'), t('filter.hasNot'))
    default:
      return null
  }
}

/** Filter by a row of another entity. If a link contains only the id, the title is loaded. */
function RefFilter({ name, field, value, project, onChange }: FilterProps<RefField>) {
  const { entities } = useStores()
  const localize = useLocalized()
  const to = getEntity(field.to)
  // The editor already has the title of a row selected here.
  const [chosen, setChosen] = useState<string | undefined>(undefined)
  const title = useRequest(value === undefined || value === chosen ? null : value, async (signal) =>
    getTitle(to, await entities.of(to).client.read(value ?? '', { signal, quiet: true }), localize),
  )
  const titles = value === undefined || (title !== null && typeof title !== 'string') ? {} : { [value]: title ?? '…' }
  const handleChange = (next: EntityValue): void => {
    const id = typeof next === 'string' ? next : undefined
    setChosen(id)
    onChange(id)
  }
  return (
    <span className="crud-filter">
      <RefEditor
        id={`filter-${name}`}
        label={localize(field.words)}
        placeholder={localize(field.words)}
        field={field}
        value={value ?? null}
        project={project}
        titles={titles}
        onChange={handleChange}
      />
    </span>
  )
}
