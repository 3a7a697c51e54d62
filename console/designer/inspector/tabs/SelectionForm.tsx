import { catalog } from '@mimic/engine/catalog'
import { commonValues, type CommonValues, instanceAround, routeFields, courseFields } from '@mimic/engine/commands'
import { type Component, type DrawingDocument, groupType } from '@mimic/engine/document'
import { type Field, type FieldValue, text } from '@mimic/engine/schema'
import { observer } from 'mobx-react-lite'
import { useTranslation } from 'react-i18next'
import { useLocalized } from '../../../kit/text/useLocalized.ts'
import { useDesigner } from '../../context.ts'
import { InstanceForm } from '../../symbols/InstanceForm.tsx'
import { DeviceStateHint } from '../bindings/DeviceStateHint.tsx'
import { FieldEditor } from '../fields/FieldEditor.tsx'
import { ExtrasForm } from './ExtrasForm.tsx'
import {
  type GeneralName,
  generalFields,
  generalNames,
  getLockedNames,
  isPlaceOrSize,
  findOtherLock,
} from '../fields/generalFields.ts'
import { choosableEnds } from './lineEnds.ts'
import { LineEndsForm } from './LineEndsForm.tsx'
import { idleFields, valueLabels } from '../parts/valueLabels.ts'
import { PointCount } from '../fields/PointCount.tsx'
import { Row, Section } from '../parts/Row.tsx'

const nameField = text({ en: 'Name', zh: '名称' }, { maxLength: 200, format: 'line' })

const groupOrder = ['text', 'value', 'style', 'data', 'geometry'] as const

/** Properties of the selected components. Editors indicate differing values; writing sets all of them. */
export const SelectionForm = observer(function SelectionForm({
  components,
}: {
  readonly components: readonly Component[]
}) {
  const { session } = useDesigner()
  const { t } = useTranslation('designer')
  const localize = useLocalized()
  const ids = components.map((component) => component.id)
  const key = ids.length === 1 ? ids[0] : 'many'
  const lockedNames = getLockedNames(session.document, components)
  const lock = findOtherLock(session.document, components)
  const shared = commonValues(components, catalog)
  const hidden = hiddenFields(session.document, components)
  const pathFields = lockedNames.has('x')
    ? new Set(components.flatMap(({ type }) => courseFields(catalog.get(type))))
    : null
  const line = components.length === 1 ? components[0] : undefined
  const ends = line && choosableEnds(session.document, line)
  const general = generalNames.filter((name) => !hidden.has(name))
  const fields = [...(shared?.props ?? [])].filter(([name]) => !hidden.has(name))

  const writeCommon = (name: string, value: FieldValue): void =>
    void session.run('set-props', { ids, common: { [name]: value } })
  const writeProp = (name: string, value: FieldValue): void =>
    void session.run('set-props', { ids, props: { [name]: value } })

  const common = (name: keyof CommonValues['common'], field: Field, isOff: boolean, short?: string) => {
    const id = `common-${name}-${key}`
    return (
      <Row key={name} label={short ?? localize(field.words)} htmlFor={id}>
        <FieldEditor
          key={id}
          id={id}
          field={field}
          isOff={isOff}
          isWhole={isPlaceOrSize(name)}
          onChange={(value) => writeCommon(name, value)}
          value={toFieldValue(shared?.common[name].value)}
        />
      </Row>
    )
  }

  /** Short labels for fields shown side by side. */
  const getShortLabel = (name: GeneralName): string | undefined => {
    switch (name) {
      case 'x':
        return 'X'
      case 'y':
        return 'Y'
      case 'width':
        return t('inspector.w')
      case 'height':
        return t('inspector.h')
      case 'flipX':
        return t('inspector.flipX')
      case 'flipY':
        return t('inspector.flipY')
      default:
        return undefined
    }
  }

  return (
    <div className="inspector-body">
      <header className="panel-head">
        <h2>
          {getTitle(
            components,
            localize,
            t(components[0]?.link ? 'symbol.instance' : 'outline.group'),
            t('inspector.several', { number: components.length }),
          )}
        </h2>
      </header>
      <Section title={t('inspector.general')}>
        {components.length === 1 && common('name', nameField, false)}
        <div className="inspector-pair">
          {general.map((name) => common(name, generalFields[name].field, lockedNames.has(name), getShortLabel(name)))}
        </div>
        {lock && <p className="panel-hint flush">{t(`inspector.locked.${lock}`)}</p>}
      </Section>
      <InstanceForm components={components} />
      {line && ends && <LineEndsForm line={line} ends={ends} isLocked={lockedNames.has('x')} />}
      {groupOrder.map((group) => {
        const list = fields.filter(([, { field }]) => field.group === group)
        return (
          list.length > 0 && (
            <Section key={group} title={t(`group.${group}`)}>
              {list.map(([name, { field, value }]) => {
                const id = `prop-${name}-${key}`
                return [
                  hasFreePoints(field, components) && (
                    <Row key={`${name}-count`} label={t('inspector.pointCount')} htmlFor={`${id}-count`}>
                      <PointCount
                        key={id}
                        id={`${id}-count`}
                        value={typeof value === 'object' ? value : undefined}
                        box={components[0] ?? noBox}
                        isClosed={isArea(components)}
                        isOff={pathFields?.has(name) ?? false}
                        onChange={(next) => writeProp(name, next)}
                      />
                    </Row>
                  ),
                  <Row
                    key={name}
                    label={localize(field.words)}
                    hint={field.hint && localize(field.hint)}
                    htmlFor={field.kind === 'color' ? undefined : id}
                    isTall={isTall(field, value) || isLong(localize(field.words))}
                  >
                    <FieldEditor
                      id={id}
                      label={field.kind === 'color' ? localize(field.words) : undefined}
                      field={field}
                      isOff={pathFields?.has(name) ?? false}
                      value={value}
                      minPoints={isArea(components) ? 3 : 2}
                      named={valueLabels(components, name)}
                      isBound={boundTo(components, name) !== null}
                      onChange={(next) => writeProp(name, next)}
                    />
                  </Row>,
                  boundTo(components, name) !== null && (
                    <p key={`${name}-bound`} className="panel-hint flush">
                      {t('inspector.boundTo', { tag: boundTo(components, name) })}
                    </p>
                  ),
                  components[0] && components.length === 1 && (
                    <DeviceStateHint key={`${name}-device`} component={components[0]} prop={name} field={field} />
                  ),
                ]
              })}
            </Section>
          )
        )
      })}
      <ExtrasForm components={components} />
    </div>
  )
})

/**
 * Fields not shown: line ends are attached by `LineEndsForm` or on the drawing, and bends are edited on the drawing.
 */
function hiddenFields(document: DrawingDocument, components: readonly Component[]): ReadonlySet<string> {
  return new Set(
    components
      .flatMap((component) => {
        const type = catalog.get(component.type)
        if (!type?.ends) return []
        const { from, to, bends } = type.ends
        // The symbol defines the route of lines in its instances.
        return instanceAround(document, component)
          ? routeFields(type)
          : [from, to, ...(bends === undefined ? [] : [bends])]
      })
      .concat(idleFields(components)),
  )
}

/** Returns true for types with a closed outline, which need three points. */
const isArea = (components: readonly Component[]): boolean => components.some(({ type }) => catalog.get(type)?.isArea)

/** Returns true if the number of points can be edited; not for lines that are routed automatically. */
function hasFreePoints(field: Field, components: readonly Component[]): boolean {
  return field.kind === 'points' && !components.some(({ type }) => catalog.get(type)?.ends)
}

/** Tag that drives the property of the single selected component; `null` if it is not bound. */
function boundTo(components: readonly Component[], prop: string): string | null {
  const [first] = components
  const bound = components.length === 1 ? first?.bindings.find((binding) => binding.prop === prop) : undefined
  return bound && bound.tag !== '' ? bound.tag : null
}

const noBox = { width: 1, height: 1 }

type Localize = ReturnType<typeof useLocalized>

function getTitle(components: readonly Component[], localize: Localize, group: string, several: string): string {
  const [first] = components
  if (!first || components.length > 1) return several
  if (first.type === groupType) return group
  const words = catalog.get(first.type)?.words
  return words ? localize(words) : first.type
}

/** Returns true if a label would be truncated next to its control; Chinese characters count double. */
const isLong = (words: string): boolean => words.replaceAll(/[^ -~]/g, '--').length > 24

/** Maximum length of texts whose field fits next to the label. */
const shortText = 60

/** Returns true for fields that need the full width: multi-line texts, pictures, gradients. */
function isTall(field: Field, value: FieldValue | undefined): boolean {
  if (field.kind === 'color') return typeof value === 'string' && value.endsWith(')')
  return field.kind === 'text' && field.format !== 'line' && field.maxLength > shortText
}

function toFieldValue(value: unknown): FieldValue | undefined {
  return typeof value === 'number' || typeof value === 'string' || typeof value === 'boolean' ? value : undefined
}
