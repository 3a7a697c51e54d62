import { DatePicker } from 'antd'
import dayjs from 'dayjs'
import { observer } from 'mobx-react-lite'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { EntityValues } from '../../contract/entity/field.ts'
import { dateAfter } from '../../contract/entity/timeZone.ts'
import { cabinet } from '../../contract/lighting/cabinet.ts'
import { lightCalendar, timetable } from '../../contract/lighting/strategies.ts'
import { type DayCalendar, findTimetableOn, type Schedule } from '../../contract/lighting/timetableDays.ts'
import type { Timetable } from '../../contract/lighting/timetablePhase.ts'
import { findSunEvent, type Place } from '../../contract/lighting/timetablePoints.ts'
import { getTitle, getValue } from '../crud/config/screenConfig.ts'
import { FieldEditor } from '../fields/FieldEditor.tsx'
import type { FieldEditorProps } from '../fields/editorProps.ts'
import { ZoneNote } from '../fields/ZoneNote.tsx'
import { formatTime } from '../kit/text/formatTime.ts'
import { CallFailure } from '../net/failure.ts'
import { allRows } from '../stores/entities/allRows.ts'
import { nullIfForbidden } from '../stores/entities/forbidden.ts'
import { useRequest } from '../stores/entities/useRequest.ts'
import { useStores } from '../stores/root.ts'
import { dayPlan, readCalendar, readTimetable } from './dayPlan.ts'
import { PlanCurve } from './PlanCurve.tsx'
import './lighting.css'

interface TimetablePreviewProps {
  /** Id of the stored timetable; null in a form, where timetables that replace it are not shown. */
  readonly id: string | null
  readonly values: Readonly<Record<string, unknown>>
  readonly project: string | undefined
}

/** Cabinets that are searched for a position. */
const maxCabinets = 50

/** Levels of a chosen day: the timetable that applies on it, with the times of sunrise and sunset. */
export const TimetablePreview = observer(function TimetablePreview({ id, values, project }: TimetablePreviewProps) {
  const { zones } = useStores()
  const { t } = useTranslation('lighting')
  const today = zones.today(project)
  const [chosen, setChosen] = useState<string | null>(null)
  const context = usePlanContext(id, project)
  const zone = zones.of(project)
  const { steps, place, applying, date, isIdle } = useMemo(() => {
    const base = readTimetable(values, id ?? '')
    const schedule: Schedule<Timetable> = { base, ...context }
    const here: Place = { zone, position: context.site?.position ?? null }
    const shown = chosen ?? findDay(schedule, today)
    const applies = findTimetableOn(schedule, shown)
    // Between its days, another timetable decides.
    const isReplacing = applies === null && base.replaces !== null
    return {
      steps: isReplacing ? [] : dayPlan(schedule, here, shown),
      place: here,
      applying: applies,
      date: shown,
      isIdle: isReplacing,
    }
  }, [values, id, context, zone, chosen, today])
  if (readTimetable(values, '').points.length === 0) return null
  const usesSun = applying?.points.some(({ event }) => event === 'sunrise' || event === 'sunset')
  return (
    <figure className="lighting-plan">
      <figcaption className="lighting-control">
        <DatePicker
          size="small"
          aria-label={t('preview.day')}
          allowClear={false}
          value={dayjs(date)}
          onChange={(next) => setChosen(next ? next.format('YYYY-MM-DD') : null)}
        />
        <span role="status">{formatApplying()}</span>
      </figcaption>
      <PlanCurve steps={steps} />
      {usesSun && <small className="lighting-outcome">{formatSun()}</small>}
      <ZoneNote kind="plan" project={project} />
    </figure>
  )

  function formatApplying(): string {
    if (applying === null) return t(isIdle ? 'preview.idle' : 'preview.none')
    if (applying.id !== (id ?? '')) return t('preview.replaced', { name: applying.name })
    return t('plan')
  }

  function formatSun(): string {
    const time = (event: 'sunrise' | 'sunset'): string => formatTime(findSunEvent(event, place, date), 'HH:mm', zone)
    return t(context.site ? 'preview.sun' : 'preview.noPosition', {
      sunrise: time('sunrise'),
      sunset: time('sunset'),
      name: context.site?.name ?? '',
    })
  }
})

const daysAhead = 366

/** The next day on which the timetable itself applies; today if there is none within a year. */
function findDay(schedule: Schedule<Timetable>, today: string): string {
  const days = Array.from({ length: daysAhead }, (_, away) => dateAfter(today, away))
  return days.find((day) => findTimetableOn(schedule, day) === schedule.base) ?? today
}

/** Editor of a timetable's points with a preview of a day. */
export function PlanEditor(props: FieldEditorProps) {
  const { rowValues, value, project } = props
  const values = useMemo((): EntityValues => ({ ...rowValues, points: value }), [rowValues, value])
  return (
    <>
      <FieldEditor {...props} />
      <TimetablePreview id={null} values={values} project={project} />
    </>
  )
}

interface PlanContext {
  readonly replacements: readonly Timetable[]
  readonly calendars: readonly DayCalendar[]
  /** A cabinet with a position; null if none has one. */
  readonly site: { readonly name: string; readonly position: NonNullable<Place['position']> } | null
}

const noContext: PlanContext = { replacements: [], calendars: [], site: null }

/** Reads the calendars of a project, the timetables that replace this one, and a position for the sun. */
function usePlanContext(id: string | null, project: string | undefined): PlanContext {
  const { entities } = useStores()
  const answer = useRequest(`${project ?? ''}/${id ?? ''}`, async (signal): Promise<PlanContext> => {
    const options = { signal, quiet: true }
    const query = project === undefined ? {} : { project }
    const [calendars, others, cabinets] = await Promise.all([
      nullIfForbidden(() => allRows(entities.of(lightCalendar).client, query, options)),
      id === null ? null : nullIfForbidden(() => allRows(entities.of(timetable).client, query, options)),
      nullIfForbidden(() => entities.of(cabinet).client.list({ ...query, page: 1, pageSize: maxCabinets }, options)),
    ])
    const site = cabinets?.rows.find((row) => typeof getValue(row, 'latitude') === 'number')
    const [longitude, latitude] = site ? [getValue(site, 'longitude'), getValue(site, 'latitude')] : []
    return {
      calendars: (calendars?.rows ?? []).map((row) => readCalendar({ ...row }, row.id)),
      replacements: (others?.rows ?? [])
        .map((row) => readTimetable({ ...row }, row.id))
        .filter(({ replaces, id: other }) => replaces !== null && replaces === id && other !== id),
      site:
        site && typeof longitude === 'number' && typeof latitude === 'number'
          ? { name: getTitle(cabinet, site), position: { longitude, latitude } }
          : null,
    }
  })
  return answer === null || answer instanceof CallFailure ? noContext : answer
}
