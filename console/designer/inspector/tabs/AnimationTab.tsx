import { LinkOutlined } from '@ant-design/icons'
import { commonFields } from '@mimic/engine/bindings'
import type { Animation, Component } from '@mimic/engine/document'
import { choice, number, type Words } from '@mimic/engine/schema'
import { Button } from 'antd'
import { observer } from 'mobx-react-lite'
import { useTranslation } from 'react-i18next'
import { useDesigner } from '../../context.ts'
import { createVia } from '../bindings/bindable.ts'
import { BindingList } from '../bindings/BindingList.tsx'
import { FieldEditor } from '../fields/FieldEditor.tsx'
import { Row, Section } from '../parts/Row.tsx'
import { useBindingDialog } from '../bindings/useBindingDialog.tsx'

const kinds = ['none', 'showHide', 'blink', 'rotate', 'slide'] as const
type Kind = (typeof kinds)[number]

const kindLabels: Readonly<Record<Kind, Words>> = {
  none: { en: 'None', zh: '无' },
  showHide: { en: 'Show and hide', zh: '显隐' },
  blink: { en: 'Blink', zh: '闪烁' },
  rotate: { en: 'Rotate', zh: '旋转' },
  slide: { en: 'Slide', zh: '滑动' },
}
const kindField = choice(
  { en: 'Animation', zh: '动画' },
  {
    default: 'none',
    options: kinds.map((kind) => ({ value: kind, words: kindLabels[kind] })),
  },
)
const periodField = number(
  { en: 'Period', zh: '周期' },
  { default: 1000, min: 50, max: 3_600_000, step: 100, unit: 'ms' },
)
const directionField = choice(
  { en: 'Direction', zh: '方向' },
  {
    default: 'clockwise',
    options: [
      { value: 'clockwise', words: { en: 'Clockwise', zh: '顺时针' } },
      { value: 'counter', words: { en: 'Counter-clockwise', zh: '逆时针' } },
    ],
  },
)
const distanceField = number({ en: 'Distance', zh: '距离' }, { default: 100, min: -100_000, max: 100_000, unit: 'px' })

/** Animation of components in the running drawing; one kind at a time. */
export const AnimationTab = observer(function AnimationTab({
  components,
}: {
  readonly components: readonly Component[]
}) {
  const { session } = useDesigner()
  const { t } = useTranslation('designer')
  const ids = components.map((component) => component.id)
  const animation = components[0]?.animation ?? null
  const isMixed = components.some((component) => JSON.stringify(component.animation) !== JSON.stringify(animation))
  const write = (next: Animation | null): void => void session.run('set-props', { ids, animation: next })

  return (
    <div className="inspector-body">
      <Section>
        <Row label={t('animation.kind')} htmlFor="animation-kind">
          <FieldEditor
            id="animation-kind"
            field={kindField}
            value={isMixed ? undefined : (animation?.kind ?? 'none')}
            onChange={(kind) => write(createAnimation(String(kind), animation))}
          />
        </Row>
        {animation && !isMixed && (
          <Row label={t('animation.period')} htmlFor="animation-period">
            <FieldEditor
              id="animation-period"
              field={periodField}
              value={animation.periodMs}
              onChange={(periodMs) => write({ ...animation, periodMs: Number(periodMs) })}
            />
          </Row>
        )}
        {animation?.kind === 'rotate' && !isMixed && (
          <Row label={t('animation.direction')} htmlFor="animation-direction">
            <FieldEditor
              id="animation-direction"
              field={directionField}
              value={animation.direction === 1 ? 'clockwise' : 'counter'}
              onChange={(direction) => write({ ...animation, direction: direction === 'clockwise' ? 1 : -1 })}
            />
          </Row>
        )}
        {animation?.kind === 'slide' && !isMixed && (
          <>
            <Row label={t('animation.dx')} htmlFor="animation-dx">
              <FieldEditor
                id="animation-dx"
                field={distanceField}
                value={animation.dx}
                onChange={(dx) => write({ ...animation, dx: Number(dx) })}
              />
            </Row>
            <Row label={t('animation.dy')} htmlFor="animation-dy">
              <FieldEditor
                id="animation-dy"
                field={distanceField}
                value={animation.dy}
                onChange={(dy) => write({ ...animation, dy: Number(dy) })}
              />
            </Row>
          </>
        )}
      </Section>
      {animation && components.length === 1 && <MotionBinding component={components[0]} />}
      <p className="panel-hint">{t('animation.hint')}</p>
    </div>
  )
})

const motionFields = new Map([['animated', commonFields.animated]])

/** Whether an animation always runs or is controlled by a tag. */
function MotionBinding({ component }: { readonly component: Component }) {
  const { t } = useTranslation('designer')
  const { edit, remove, dialog } = useBindingDialog(component)
  const bound = [...component.bindings.entries()].filter(([, { prop }]) => prop === 'animated')
  const handleBind = (): void => edit({ prop: 'animated', tag: '', via: createVia(commonFields.animated) })

  return (
    <>
      {bound.length > 0 && <BindingList bindings={bound} fields={motionFields} onEdit={edit} onRemove={remove} />}
      {bound.length === 0 && (
        <Button className="binding-add" icon={<LinkOutlined aria-hidden />} onClick={handleBind}>
          {t('animation.bind')}
        </Button>
      )}
      <p className="panel-hint">{t(bound.length > 0 ? 'animation.bound' : 'animation.always')}</p>
      {dialog}
    </>
  )
}

function createAnimation(kind: string, before: Animation | null): Animation | null {
  const periodMs = before?.periodMs ?? 1000
  switch (kind) {
    case 'showHide':
      return { kind, periodMs }
    case 'blink':
      return { kind, periodMs }
    case 'rotate':
      return { kind, periodMs, direction: 1 }
    case 'slide':
      return { kind, periodMs, dx: 100, dy: 0 }
    default:
      return null
  }
}
