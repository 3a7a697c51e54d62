/** JavaScript with the source line of each of its lines. */
export interface LaidOut {
  readonly code: string
  /** Source line by generated line, both starting at 1: `lines[generated - 1]`. */
  readonly lines: readonly number[]
}

const marks = /\u0001(\d+)\u0002/

/** Breaks generated text where the source line changes, so that an error's line leads to its source line. */
export function layOut(text: string): LaidOut {
  const pieces = text.split(marks)
  const lines: number[] = []
  let code = ''
  let current = 1
  const write = (piece: string): void => {
    for (const [index, row] of piece.split('\n').entries()) {
      if (index > 0) code += '\n'
      if (index > 0 || lines.length === 0) lines.push(current)
      code += row
    }
  }
  for (const [index, piece] of pieces.entries()) {
    if (index % 2 === 0) write(piece)
    else if (Number(piece) !== current) {
      current = Number(piece)
      write('\n')
    }
  }
  return { code, lines }
}
