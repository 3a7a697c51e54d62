import { longPressMs, overlayAttribute, type Component, type Disabled, type Stage } from '@mimic/engine'
import { quality, type Quality } from '@mimic/engine/bindings'
import { ancestorsOf, type DrawingDocument, type Id } from '@mimic/engine/document'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useTag } from '../stores/useTag.ts'
import { Anchor } from './Anchor.tsx'
import { LiveChart } from './LiveChart.tsx'
import { createTooltip } from './tooltip.ts'
import { watchHover } from './hover.ts'
import { qualityNames, TagLine } from './TagLine.tsx'
import type { Running } from './running.ts'
import type { RunStore } from './runStore.ts'
import { useDisabled } from './useDisabled.ts'
import { tagsOf } from './valueRows.ts'

interface HoverPromptProps {
  readonly store: RunStore
  readonly document: DrawingDocument
  readonly running: Running
  /** Component with keyboard focus. */
  readonly focused: Component | null
  readonly isOff: boolean
}

const tagsAtMost = 8

/**
 * Tooltip of the hovered, long-pressed or focused component: its text, or its tags with live values. Charts become
 * interactive.
 */
export function HoverPrompt({ store, document, running, focused, isOff }: HoverPromptProps) {
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
      says: (component) => createTooltip(component, (id) => document.get(id), (id) => stage.liveOf(id)?.values, runner.offDuty(component.id)) !== null,
      fingerMs: longPressMs,
      pinMark: overlayAttribute,
    })
  }, [stage, runner, document, isOff])

  const liveOf = useLivePrompt(stage, hit, document)
  const offDuty = useDisabled(running, hit?.id)

  if (!hit || isOff) return null
  const prompt = createTooltip(hit, (id) => document.get(id), liveOf, offDuty)
  // An interactive chart shows its own values; a custom prompt is shown nevertheless.
  const isSaid = prompt && (!isChart || prompt.text !== '')
  return (
    <>
      <LiveChart key={hit.id} running={running} component={hit} onOpen={() => setIsChart(true)} />
      {isSaid && (prompt.kind === 'line'
        ? <Anchor stage={stage} component={prompt.component} placement={prompt.side} content={<LineWords text={prompt.text} tags={[...new Set([...tagsOf(prompt.component), ...tagsOf(hit)])]} offDuty={prompt.offDuty} />} classNames={{ root: 'run-prompt run-prompt-line' }} />
        : (
            <Anchor
              stage={stage} component={prompt.component} placement={prompt.side} title={prompt.component.name} classNames={{ root: 'run-prompt' }}
              content={<Card store={store} text={prompt.text} tags={tagsOf(prompt.component)} offDuty={prompt.offDuty} />}
            />
          ))}
    </>
  )
}

/**
 * Returns a function that reads live values. Re-renders with the frame that shows a change, if the prompt of the
 * component or of a group around it is bound to a tag.
 */
function useLivePrompt(stage: Stage, hit: Component | null, document: DrawingDocument): (id: Id) => Values | null | undefined {
  const [, tell] = useState(0)
  useEffect(() => {
    const driven = new Set(hit ? [hit, ...ancestorsOf(document, hit)].filter(hasLivePrompt).map(({ id }) => id) : [])
    if (driven.size === 0) return
    let isNew = false
    const endings = [
      stage.onLive((id) => { isNew ||= driven.has(id) }),
      stage.beforeDraw(() => {
        if (isNew) tell((count) => count + 1)
        isNew = false
      }),
    ]
    return () => { for (const end of endings) end() }
  }, [stage, hit, document])
  return (id) => stage.liveOf(id)?.values
}

const hasLivePrompt = ({ bindings }: Component): boolean => bindings.some(({ prop }) => prop === 'prompt' || prop === 'promptMode')

type Values = NonNullable<NonNullable<ReturnType<Stage['liveOf']>>['values']>

function Card({ store, text, tags, offDuty }: { readonly store: RunStore; readonly text: string; readonly tags: readonly string[]; readonly offDuty: Disabled | null }) {
  return (
    <>
      {text !== '' && <p>{text}</p>}
      <OffDutyWords offDuty={offDuty} />
      {tags.length > 0 && <dl>{tags.slice(0, tagsAtMost).map((tag) => <TagLine key={tag} store={store} tag={tag} />)}</dl>}
    </>
  )
}

/** One-line text, with the worst quality of its tags if that is not good. */
function LineWords({ text, tags, offDuty }: { readonly text: string; readonly tags: readonly string[]; readonly offDuty: Disabled | null }) {
  return <><span>{text}<Doubt tags={tags} worst={quality.good} /></span><OffDutyWords offDuty={offDuty} /></>
}

/** Explains why a greyed-out component rejects commands. */
function OffDutyWords({ offDuty }: { readonly offDuty: Disabled | null }) {
  const { t } = useTranslation('runtime')
  return offDuty && <p className="run-prompt-off">{t(offDuty === 'control.off' ? 'prompt.off' : 'prompt.unsureOff')}</p>
}

function Doubt({ tags: [tag, ...others], worst }: { readonly tags: readonly string[]; readonly worst: Quality }) {
  const { t } = useTranslation('runtime')
  if (tag !== undefined) return <TagDoubt tag={tag} others={others} worst={worst} />
  return worst === quality.good ? null : <small data-quality={qualityNames[worst]}> · {t(`quality.${qualityNames[worst]}`)}</small>
}

function TagDoubt({ tag, others, worst }: { readonly tag: string; readonly others: readonly string[]; readonly worst: Quality }) {
  const { quality: own } = useTag(tag)
  return <Doubt tags={others} worst={own > worst ? own : worst} />
}
