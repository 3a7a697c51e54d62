import { ThemeProvider } from '../app/shell/ThemeProvider.tsx'
import { SecondStepSetUp } from '../app/secondStep/SecondStepSetUp.tsx'

interface NewSecondStepProps {
  /** The password entered before; null requests it again. */
  readonly present: string | null
  readonly onConfirmed: () => void
  readonly onDone: () => void
}

/** Sets up a second step required by the role. Loaded as a separate chunk, because it is rarely needed. */
export function NewSecondStep(props: NewSecondStepProps) {
  return (
    <ThemeProvider>
      <SecondStepSetUp {...props} />
    </ThemeProvider>
  )
}
