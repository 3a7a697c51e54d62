import { Checkbox, Form } from 'antd'
import { observer } from 'mobx-react-lite'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formFields, withVariantRules } from '../../../contract/entity/define.ts'
import type { EntityValues, Words } from '../../../contract/entity/field.ts'
import { findFieldFault } from '../../../contract/entity/read.ts'
import { FieldEditor } from '../../fields/FieldEditor.tsx'
import { useLocalized } from '../../kit/text/useLocalized.ts'
import { useStores } from '../../stores/root.ts'
import { haveOneClock, isByProject } from './projectDates.ts'
import type { ScreenConfig } from '../config/screenConfig.ts'
import { type Problems, FormDialog } from './FormDialog.tsx'

interface BulkEditDialogProps {
  readonly shape: ScreenConfig
  readonly onClose: () => void
  readonly onDone: () => void
}

/**
 * Writes the same values into all selected rows. Only the ticked fields change; the update applies to all rows or to
 * none.
 */
export const BulkEditDialog = observer(function BulkEditDialog({
  shape: { entity, variant },
  onClose,
  onDone,
}: BulkEditDialogProps) {
  const { entities, zones } = useStores()
  const store = entities.of(entity)
  const { t } = useTranslation('crud')
  const localize = useLocalized()
  const unique = new Set(entity.unique.flat())
  const fields = formFields(withVariantRules(entity, variant), 'update').filter(
    ([name, { kind, variants }]) =>
      (variants === undefined || variant === undefined || variants.includes(variant)) &&
      !unique.has(name) &&
      name !== entity.title &&
      kind !== 'secret' &&
      kind !== 'rows' &&
      kind !== 'files',
  )
  const [values, setValues] = useState<EntityValues>({})
  const projects = new Set(store.rows.filter(({ id }) => store.chosen.includes(id)).map(({ project }) => project))
  const [project] = projects
  const isOneDay = haveOneClock(projects, zones)

  const check = (): Problems =>
    Object.fromEntries(
      fields.flatMap(([name, field]) => {
        const words = Object.hasOwn(values, name) ? findFieldFault(field, values[name]) : null
        return words ? [[name, words] as const] : []
      }),
    )

  async function send(overwrite: boolean): Promise<Words> {
    const changed = await store.client.updateMany(store.chosen, values, overwrite, { quiet: true })
    return { en: `${changed} rows changed`, zh: `已修改 ${changed} 条` }
  }

  return (
    <FormDialog
      width={560}
      title={t('many.title', { count: store.chosen.length })}
      okText={t('save')}
      formClass="many-form"
      isReady={Object.keys(values).length > 0}
      isDirty={Object.keys(values).length > 0}
      check={check}
      send={send}
      onClose={onClose}
      onDone={onDone}
    >
      {(problems) => (
        <>
          <p>{t('many.text')}</p>
          {fields.map(([name, field]) => {
            const isChosen = Object.hasOwn(values, name)
            const problem = problems[name]
            const isDay = isByProject(field)
            const isShut = isDay && !isOneDay
            return (
              <Form.Item
                key={name}
                {...(problem
                  ? { validateStatus: 'error' as const, help: localize(problem) }
                  : isShut
                    ? { help: t('many.clocks') }
                    : {})}
              >
                <div className="many-row">
                  <Checkbox
                    aria-label={localize(field.words)}
                    checked={isChosen}
                    disabled={isShut}
                    onChange={({ target: { checked } }) =>
                      setValues(({ [name]: _, ...rest }) => (checked ? { ...rest, [name]: field.default } : rest))
                    }
                  >
                    {localize(field.words)}
                  </Checkbox>
                  <FieldEditor
                    id={`many-${name}`}
                    label={localize(field.words)}
                    field={field}
                    value={values[name] ?? null}
                    isDisabled={!isChosen || isShut}
                    project={projects.size === 1 || isDay ? project : undefined}
                    onChange={(value) => setValues((present) => ({ ...present, [name]: value }))}
                  />
                </div>
              </Form.Item>
            )
          })}
        </>
      )}
    </FormDialog>
  )
})
