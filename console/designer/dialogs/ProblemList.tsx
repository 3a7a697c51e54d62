import type { Problem } from '@mimic/engine/schema'
import { useTranslation } from 'react-i18next'
import { useLocalized } from '../../kit/useLocalized.ts'
import { wordsOfProblem } from '../session/refusalWords.ts'

const shownAtMost = 8

/** List of the first problems with their positions. */
export function ProblemList({ problems }: { readonly problems: readonly Problem[] }) {
  const { t } = useTranslation('designer')
  const say = useLocalized()
  const rest = problems.length - shownAtMost
  return (
    <ul className="problem-list">
      {problems.slice(0, shownAtMost).map((problem, index) => <li key={index}><code>{problem.path}</code> {say(wordsOfProblem(problem))}</li>)}
      {rest > 0 && <li>{t('import.more', { number: rest })}</li>}
    </ul>
  )
}
