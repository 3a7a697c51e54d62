import type { Component } from '@mimic/engine'
import { useTranslation } from 'react-i18next'
import { Anchor } from './Anchor.tsx'
import type { Running } from './running.ts'

/** More would make the tab key useless. */
const most = 200

/** What can be clicked, for those who come by keyboard: a button over each, that the pointer passes through. */
export function Actors({ running: { stage, runner } }: { readonly running: Running }) {
  const { t } = useTranslation('runtime')
  const words = ({ action, name }: Component): string => t(`actor.${action?.kind ?? 'link'}`, { name })
  return (
    <nav aria-label={t('actor.all')}>
      {runner.actors.slice(0, most).map((component) => (
        <Anchor key={component.id} stage={stage} component={component}>
          <button type="button" className="run-actor" aria-label={words(component)} onClick={() => runner.activate(component.id)} />
        </Anchor>
      ))}
    </nav>
  )
}
