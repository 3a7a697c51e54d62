import { type Component, extraFields, type Extras } from '@mimic/engine/document'
import { type Field, type FieldValue, parse, createFieldSchema } from '@mimic/engine/schema'
import { observer } from 'mobx-react-lite'
import { useTranslation } from 'react-i18next'
import { useLocalized } from '../../../kit/text/useLocalized.ts'
import { useDesigner } from '../../context.ts'
import { FieldEditor } from '../fields/FieldEditor.tsx'
import { PasswordField } from '../fields/PasswordField.tsx'
import { Row, Section } from '../parts/Row.tsx'

type ExtraName = keyof typeof extraFields
const names = Object.keys(extraFields).filter((name): name is ExtraName => Object.hasOwn(extraFields, name))

/** Properties of every component besides those of its type: prompt, shadow, password. */
export const ExtrasForm = observer(function ExtrasForm({ components }: { readonly components: readonly Component[] }) {
  const { session } = useDesigner()
  const { t } = useTranslation('designer')
  const localize = useLocalized()
  const ids = components.map(({ id }) => id)
  const lone = ids.length === 1 ? ids[0] : undefined
  const key = lone ?? 'many'
  return (
    <Section title={t('extras.title')}>
      {names.map((name) => {
        const field: Field = extraFields[name]
        const id = `extra-${name}-${key}`
        return (
          <Row
            key={name}
            label={localize(field.words)}
            hint={field.hint && localize(field.hint)}
            htmlFor={field.kind === 'color' ? undefined : id}
            isTall={name === 'prompt'}
          >
            <FieldEditor
              id={id}
              label={field.kind === 'color' ? localize(field.words) : undefined}
              field={field}
              value={alike(components, name)}
              onChange={(value) => {
                if (!parse(createFieldSchema(field), value).problems)
                  session.run('set-props', { ids, extras: { [name]: value } })
              }}
            />
          </Row>
        )
      })}
      {lone && alike(components, 'isPasswordAsked') === true && <PasswordField key={lone} id={lone} />}
    </Section>
  )
})

/** Value shared by all components; undefined if they differ. */
function alike(components: readonly Component[], name: ExtraName): FieldValue | undefined {
  const values = new Set(components.map(({ extras }) => (extras satisfies Extras)[name] ?? extraFields[name].default))
  return values.size === 1 ? [...values][0] : undefined
}
