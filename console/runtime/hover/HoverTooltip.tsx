import { longPressMs, overlayAttribute, type Component, type Disabled, type Stage } from '@mimic/engine'
import { quality, type Quality } from '@mimic/engine/bindings'
import { getAncestors, type DrawingDocument, type Id } from '@mimic/engine/document'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useTag } from '../../stores/hooks/useTag.ts'
import { Anchor } from '../tag/Anchor.tsx'
import { LiveChart } from './LiveChart.tsx'
import { createTooltip } from './tooltip.ts'
import { watchHover } from './hover.ts'
import { qualityNames, TagLine } from '../tag/TagLine.tsx'
import type { Running } from '../running.ts'
import type { RunStore } from '../runStore.ts'
import { useDisabled } from '../operate/useDisabled.ts'
import { getTags } from './valueRows.ts'

interface HoverTooltipProps {
  readonly store: RunStore
  readonly document: DrawingDocument
  readonly running: Running
  /** Component with keyboard focus. */
  readonly focused: Component | null
  readonly isOff: boolean
}

const maxTags = 8

/**
 * Tooltip of the hovered, long-pressed or focused component: its text, or its tags with live values. Charts become
 * interactive.
 */
export function HoverTooltip({ store, document, running, focused, isOff }: HoverTooltipProps) {
  const { stage, runner } = running
  const [hit, setHit] = useState<Component | null>(null)
  const [isChart, setIsChart] = useState(false)

  // The last event counts: a change of the keyboard focus, or a resting pointer.
  const [wasFocused, setWasFocused] = useState<Component | null>(null)
  if (focused !== wasFocused) {
    setWasFocused(focused)
    setIsChart(false)
    setHit(focused)
  }

  useEffect(() => {
    if (isOff) return
    return watchHover(stage, {
      changed(component) {
        setIsChart(false)
        setHit(component)
      },
      hasTooltip: (component) =>
        createTooltip(
          component,
          (id) => document.get(id),
          (id) => stage.getLive(id)?.values,
          runner.getDisabledReason(component.id),
        ) !== null,
      fingerMs: longPressMs,
      pinMark: overlayAttribute,
    })
  }, [stage, runner, document, isOff])

  const getLive = useLiveTooltip(stage, hit, document)
  const disabledReason = useDisabled(running, hit?.id)

  if (!hit || isOff) return null
  const prompt = createTooltip(hit, (id) => document.get(id), getLive, disabledReason)
  // An interactive chart shows its own values; a custom prompt is shown nevertheless.
  const isShown = prompt && (!isChart || prompt.text !== '')
  return (
    <>
      <LiveChart key={hit.id} running={running} component={hit} onOpen={() => setIsChart(true)} />
      {isShown &&
        (prompt.kind === 'line' ? (
          <Anchor
            stage={stage}
            component={prompt.component}
            placement={prompt.side}
            content={
              <LineText
                text={prompt.text}
                tags={[...new Set([...getTags(prompt.component), ...getTags(hit)])]}
                offDuty={prompt.disabledReason}
              />
            }
            classNames={{ root: 'run-prompt run-prompt-line' }}
          />
        ) : (
          <Anchor
            stage={stage}
            component={prompt.component}
            placement={prompt.side}
            title={prompt.component.name}
            classNames={{ root: 'run-prompt' }}
            content={
              <Card store={store} text={prompt.text} tags={getTags(prompt.component)} offDuty={prompt.disabledReason} />
            }
          />
        ))}
    </>
  )
}

/**
 * Returns a function that reads live values. Re-renders with the frame that shows a change, if the prompt of the
 * component or of a group around it is bound to a tag.
 */
function useLiveTooltip(
  stage: Stage,
  hit: Component | null,
  document: DrawingDocument,
): (id: Id) => Values | null | undefined {
  const [, forceUpdate] = useState(0)
  useEffect(() => {
    const driven = new Set(hit ? [hit, ...getAncestors(document, hit)].filter(hasLiveTooltip).map(({ id }) => id) : [])
    if (driven.size === 0) return
    let isNew = false
    const endings = [
      stage.onLive((id) => {
        isNew ||= driven.has(id)
      }),
      stage.beforeDraw(() => {
        if (isNew) forceUpdate((count) => count + 1)
        isNew = false
      }),
    ]
    return () => {
      for (const end of endings) end()
    }
  }, [stage, hit, document])
  return (id) => stage.getLive(id)?.values
}

const hasLiveTooltip = ({ bindings }: Component): boolean =>
  bindings.some(({ prop }) => prop === 'prompt' || prop === 'promptMode')

type Values = NonNullable<NonNullable<ReturnType<Stage['getLive']>>['values']>

function Card({
  store,
  text,
  tags,
  offDuty: disabledReason,
}: {
  readonly store: RunStore
  readonly text: string
  readonly tags: readonly string[]
  readonly offDuty: Disabled | null
}) {
  return (
    <>
      {text !== '' && <p>{text}</p>}
      <DisabledText offDuty={disabledReason} />
      {tags.length > 0 && (
        <dl>
          {tags.slice(0, maxTags).map((tag) => (
            <TagLine key={tag} store={store} tag={tag} />
          ))}
        </dl>
      )}
    </>
  )
}

/** One-line text, with the worst quality of its tags if that is not good. */
function LineText({
  text,
  tags,
  offDuty: disabledReason,
}: {
  readonly text: string
  readonly tags: readonly string[]
  readonly offDuty: Disabled | null
}) {
  return (
    <>
      <span>
        {text}
        <Doubt tags={tags} worst={quality.good} />
      </span>
      <DisabledText offDuty={disabledReason} />
    </>
  )
}

/** Explains why a greyed-out component rejects commands. */
function DisabledText({ offDuty: disabledReason }: { readonly offDuty: Disabled | null }) {
  const { t } = useTranslation('runtime')
  return (
    disabledReason && (
      <p className="run-prompt-off">{t(disabledReason === 'control.off' ? 'prompt.off' : 'prompt.unsureOff')}</p>
    )
  )
}

function Doubt({ tags: [tag, ...others], worst }: { readonly tags: readonly string[]; readonly worst: Quality }) {
  const { t } = useTranslation('runtime')
  if (tag !== undefined) return <TagDoubt tag={tag} others={others} worst={worst} />
  return worst === quality.good ? null : (
    <small data-quality={qualityNames[worst]}> · {t(`quality.${qualityNames[worst]}`)}</small>
  )
}

function TagDoubt({
  tag,
  others,
  worst,
}: {
  readonly tag: string
  readonly others: readonly string[]
  readonly worst: Quality
}) {
  const { quality: own } = useTag(tag)
  return <Doubt tags={others} worst={own > worst ? own : worst} />
}
