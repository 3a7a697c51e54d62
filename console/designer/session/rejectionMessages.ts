import type { Catalog } from '@mimic/engine/catalog'
import type { Rejected } from '@mimic/engine/commands'
import { type DrawingView, isId } from '@mimic/engine/document'
import { messageWords } from '@mimic/engine/schema'
import type { Problem, Words } from '@mimic/engine/schema'
import { limits } from '../../../contract/limits.ts'

const words = (en: string, zh: string): Words => ({ en, zh })

/** Messages for rejected commands by error code. Codes not listed use the English message of the engine. */
export const rejectionMessages: Readonly<Record<string, Words>> = {
  'command.unsupported': words('This operation is not supported', '不支持该操作'),
  'command.arguments': words('Invalid value', '输入的内容不适用'),
  'command.unknownComponent': words('The component no longer exists', '该组件已不在图纸中'),
  'command.unknownType': words('This component type is not installed', '未安装此类组件'),
  'command.locked': words('Locked components cannot be changed', '组件已锁定，不能修改'),
  'command.limit': words('The drawing would become too large', '超出图纸允许的大小'),
  'command.tooMany': words(
    `A drawing can contain at most ${limits.drawing.components.toLocaleString('en')} components, including those in instances`,
    `一张图纸最多 ${limits.drawing.components} 个组件（含图元实例中的组件）`,
  ),
  'command.tooLarge': words(
    'The drawing would exceed the size limit of the server: use smaller or fewer pictures, or split it into two drawings',
    '图纸文件将超出服务器允许的大小：请减少或缩小图片，或拆分为多张图纸',
  ),
  'command.tooDeep': words('Groups would be nested too deeply', '组合嵌套过深'),
  'command.outOfBounds': words('Position or size out of range', '位置或尺寸超出允许范围'),
  'command.single': words('A drawing can contain only one component of this type', '一张图纸中只能有一个此类组件'),
  'group.dissolved': words(
    'Group ungrouped. Its own bindings, click action, animation and tooltip were removed. Use Undo to restore them.',
    '组合已解散，其自身的绑定、点击操作、动画和提示随之移除，撤销可恢复',
  ),
  'command.instanceMember': words(
    'Instances are defined by their symbol: edit the symbol, or detach the instance',
    '实例的内容和位置由图元决定：请编辑图元或解除关联',
  ),
  'command.placeholderWithin': words(
    'Components inside an instance cannot use parameters in braces: use them in the symbol of that instance',
    '实例内的组件和嵌套实例不能使用花括号参数：请编辑该实例的图元，在那里使用',
  ),
  'command.notInstance': words('Not an instance of a symbol', '该组件不是图元实例'),
  'command.unknownSymbol': words('The symbol no longer exists', '该图元已不在图纸中'),
  'command.symbolUsed': words('The symbol is in use', '该图元仍在使用'),
  'command.gestureOver': words('The operation has already ended', '操作已结束'),
  'command.angle': words('The angle must be a number', '角度必须为数字'),
  'command.groupAngle': words(
    'A group has no angle: rotate it by an angle instead',
    '组合没有自身角度，请按相对角度旋转',
  ),
  'command.groupFlip': words(
    'A group has no mirror setting: use the mirror command instead',
    '组合没有自身的镜像属性，请使用镜像命令',
  ),
  'command.noGroup': words('No group selected', '所选组件中没有组合'),
  'command.tooFew': words('Select more components', '请选择更多组件'),
  'drawing.cycle': words('Groups are nested too deeply', '组合嵌套过深'),
  'drawing.depth': words('The content is nested too deeply', '内容嵌套过深'),
  'drawing.duplicate': words('Duplicate name or id', '名称或标识重复'),
  'drawing.forbiddenKey': words('Contains a name that is not allowed', '其中包含不允许的名称'),
  'drawing.groupBox': words(
    'The box of a group did not match its members and was corrected',
    '组合的边框与其成员不符，已修正',
  ),
  'drawing.instanceMember': words('Members of instances cannot be changed individually', '不能单独修改实例的成员'),
  'drawing.link': words('Only a group can be an instance of a symbol', '只有组合才能作为图元实例'),
  'drawing.parent': words('A referenced group is missing', '缺少所引用的组合'),
  'drawing.placeholder': words(
    'Invalid placeholder: its parameter is missing or has another type',
    '花括号中的参数不存在或类型不符',
  ),
  'drawing.single': words(
    'Contains several components of a type that is allowed only once per drawing',
    '其中同类组件多于一个，而一张图纸只能有一个',
  ),
  'drawing.symbolCycle': words(
    'A symbol cannot contain itself or be nested too deeply',
    '图元不能包含自身，也不能嵌套过深',
  ),
  'drawing.symbolParam': words(
    'A parameter does not match its property, or is still in use',
    '参数与其驱动的属性不符，或仍在使用',
  ),
  'drawing.symbolUnfit': words('Invalid values of some instances were dropped', '部分实例的取值已不适用，已被移除'),
  'drawing.syntax': words('The text is not valid JSON', '文本不是有效的 JSON'),
  'drawing.tooLarge': words('The drawing is too large', '图纸过大'),
  'drawing.tooMany': words('Too many components', '组件数量过多'),
  'drawing.unbindable': words('This property cannot be bound', '该属性不能绑定'),
  'drawing.unknownSymbol': words('A used symbol is missing', '缺少所使用的图元'),
  'drawing.unknownType': words('This component type is not installed', '未安装此类组件'),
  'drawing.unreadable': words('The drawing cannot be read', '图纸无法读取'),
  'drawing.leftOut': words('Unknown to this version; left out', '当前版本无法识别，已略去'),
  'drawing.newer': words('The drawing was saved by a newer version', '图纸由更新的版本创建'),
  'drawing.version': words('The drawing has no version', '图纸缺少版本号'),
  'file.encoding': words(
    'Unknown character encoding. Save the file as UTF-8 and import it again.',
    '无法识别文件的字符编码：请另存为 UTF-8 后重新导入',
  ),
  'import.format': words('Unknown drawing format', '无法识别的图纸格式'),
  'import.unreadable': words('The file cannot be read', '文件无法读取'),
  'fuxa.view': words('The file does not contain this view', '文件中没有该画面'),
  'fuxa.picture': words(
    'No view in the file has a picture (svgcontent). Export the project from FUXA again.',
    '文件中的画面均没有图形内容（svgcontent）：请在 FUXA 中重新导出工程',
  ),
  'meta2d.pens': words('The file has no list of pens', '文件中没有组件列表（pens）'),
  'svg.root': words('The file is XML but not SVG', '文件是 XML，但不是 SVG 图片'),
  'xml.declaration': words(
    'The document type declares more than text entities and was rejected for security. Save the picture as plain SVG.',
    'DOCTYPE 中含有普通文字实体以外的声明，出于安全拒绝导入：请另存为普通 SVG',
  ),
  'xml.entity': words('Unknown entity or character', '包含未知的实体或字符'),
  'xml.character': words('Contains a character that is not allowed', '包含不允许的字符'),
  'xml.depth': words('Elements are nested too deeply', '元素嵌套过深'),
  'xml.duplicate': words('Duplicate attribute', '属性重复'),
  'xml.empty': words('The file is empty', '文件为空'),
  'xml.mismatch': words('Mismatched end tag', '元素的结束标签不匹配'),
  'xml.roots': words('More than one root element', '存在多个根元素'),
  'xml.syntax': words('Not valid XML', '不符合 XML 语法'),
  'xml.text': words('Text outside the root element', '根元素之外存在文本'),
  'xml.tooLarge': words('The file is too large', '文件过大'),
  'xml.tooLong': words('An attribute is too long', '属性内容过长'),
  'xml.tooMany': words('Too many elements or attributes', '元素或属性过多'),
  'xml.unclosed': words('Unclosed element', '存在未结束的标签'),
  custom: words('Invalid content', '内容不符合要求'),
  invalid_union: words('A value has an invalid form', '内容不符合任何一种允许的形式'),
  too_big: words('Too long or too large', '内容过长或过大'),
  too_small: words('Too short or too small', '内容过短或过小'),
  invalid_type: words('A value is missing or has the wrong type', '缺少内容或类型不符'),
  invalid_format: words('A value has the wrong format', '格式不正确'),
  invalid_value: words('A value is not allowed', '取值不在允许范围内'),
  unrecognized_keys: words('Contains unknown keys', '其中包含多余的内容'),
}

/** Warning that a drawing is almost full. */
export function formatSizeWarning(bytes: number, maxBytes: number): Words {
  const [full, all] = [bytes, maxBytes].map((each) => (each / 1024 / 1024).toFixed(1))
  return words(
    `The drawing uses ${full} of ${all} MB. Use smaller pictures or split it into two drawings.`,
    `图纸已占用 ${full} MB，上限为 ${all} MB。图片占用最多：请缩小图片，或拆分为多张图纸`,
  )
}

/** Message for a rejected command, with the names of the affected components. */
export function formatRejection({ code, problems }: Rejected, view: Pick<DrawingView, 'get'>): Words {
  const [first] = problems
  const reason = (first && rejectionMessages[first.code]) ?? rejectionMessages[code] ?? toText(first?.message ?? code)
  const names = [...new Set(problems.flatMap(({ path }) => getNameAt(path, view)))]
  return names.length === 0 ? reason : withNames(reason, names)
}

function withNames(reason: Words, names: readonly string[]): Words {
  const shown = names.slice(0, maxNames)
  const more = names.length > maxNames ? '…' : ''
  return { en: `${reason.en}: ${shown.join(', ')}${more}`, zh: `${reason.zh}：${shown.join('、')}${more}` }
}

/** Warning about surplus components of a type allowed once per drawing, with their names; `null` if there are none. */
export function formatSurplus(view: Pick<DrawingView, 'all'>, types: Pick<Catalog, 'get'>): Words | null {
  const names = new Map<string, string[]>()
  for (const { type, name } of view.all()) {
    if (types.get(type)?.isSingle) names.set(type, [...(names.get(type) ?? []), name])
  }
  const surplus = [...names.values()].filter(({ length }) => length > 1).flat()
  return surplus.length === 0
    ? null
    : withNames(
        words(
          'Several components of a type that is allowed only once per drawing. Delete the others',
          '图纸中同类组件多于一个，而只能有一个，请删除多余的组件',
        ),
        surplus,
      )
}

/** Message for a problem of a form or file; the caller displays its position. */
export function formatProblem({ code, message }: Problem): Words {
  const translated = rejectionMessages[code]
  const chinese = messageWords[message]
  if (chinese !== undefined) return { en: message, zh: chinese }
  if (!translated) return toText(message)
  const [, line, column] = placePattern.exec(message) ?? []
  return line === undefined
    ? translated
    : {
        en: `${translated.en} (line ${line}, column ${column})`,
        zh: `${translated.zh}（第 ${line} 行第 ${column} 列）`,
      }
}

/** Position that file readers append to their message. */
const placePattern = /\(line (\d+), column (\d+)\)$/

const maxNames = 3

const toText = (text: string): Words => ({ en: text, zh: text })

/** Name of the component in a path such as `c7` or `c7.name`. */
function getNameAt(path: string, view: Pick<DrawingView, 'get'>): string[] {
  const [id = ''] = path.split('.')
  const name = isId(id) ? view.get(id)?.name : undefined
  return name ? [name] : []
}
