import { ThemeProvider } from '../app/ThemeProvider.tsx'
import { SecondStepSetUp } from '../app/secondStep/SecondStepSetUp.tsx'

interface NewSecondStepProps {
  /** The password that was just typed; null asks for it. */
  readonly present: string | null
  readonly onConfirmed: () => void
  readonly onDone: () => void
}

/** Where a role demands a second step. A chunk of its own: hardly anybody sees it twice. */
export function NewSecondStep(props: NewSecondStepProps) {
  return <ThemeProvider><SecondStepSetUp {...props} /></ThemeProvider>
}
