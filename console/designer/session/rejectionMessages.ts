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
  'command.arguments': words('The value does not fit', '输入的内容不适用'),
  'command.unknownComponent': words('The component is no longer in the drawing', '该组件已不在图纸中'),
  'command.unknownType': words('This kind of component is not installed', '未安装此类组件'),
  'command.locked': words('Locked components stay as they are', '组件已锁定，不能修改'),
  'command.limit': words('The drawing would become too large', '超出图纸允许的大小'),
  'command.tooMany': words(
    `A drawing holds at most ${limits.drawing.components.toLocaleString('en')} components, those in its instances included`, `一张图纸最多 ${limits.drawing.components} 个组件（含图元实例中的组件）`,
  ),
  'command.tooLarge': words(
    'The drawing would take more room than the server keeps for one: use smaller or fewer pictures, or make two drawings of it', '图纸文件将超出服务器允许的大小：请减少或缩小图片，或拆分为多张图纸',
  ),
  'command.tooDeep': words('Groups would nest too deeply', '组合嵌套过深'),
  'command.outOfBounds': words('It would lie too far out or become too large', '位置或尺寸超出允许范围'),
  'command.single': words('A drawing can hold only one component of this kind', '一张图纸中只能有一个此类组件'),
  'group.dissolved': words(
    'The group is dissolved; its own bindings, click action, animation and prompt went with it. Undo brings them back', '组合已解散，其自身的绑定、点击操作、动画和提示随之移除，撤销可恢复',
  ),
  'command.instanceMember': words(
    'The symbol says what is in its instances and where: edit the symbol, or detach the instance', '实例的内容和位置由图元决定：请编辑图元或解除关联',
  ),
  'command.placeholderWithin': words(
    'What lies within an instance takes no parameters in braces: edit the symbol of that instance, and use them there', '实例内的组件和嵌套实例不能使用花括号参数：请编辑该实例的图元，在那里使用',
  ),
  'command.notInstance': words('This is no instance of a symbol', '该组件不是图元实例'),
  'command.unknownSymbol': words('The symbol is no longer in the drawing', '该图元已不在图纸中'),
  'command.symbolUsed': words('The symbol is still used', '该图元仍在使用'),
  'command.gestureOver': words('The operation is already over', '操作已结束'),
  'command.angle': words('The angle must be a number', '角度必须为数字'),
  'command.groupAngle': words('A group has no angle of its own: rotate it by an angle instead', '组合没有自身角度，请按相对角度旋转'),
  'command.groupFlip': words('A group has no mirroring of its own: mirror it by the command instead', '组合没有自身的镜像属性，请使用镜像命令'),
  'command.noGroup': words('None of the selected components is a group', '所选组件中没有组合'),
  'command.tooFew': words('Select more components for this', '请选择更多组件'),
  'drawing.cycle': words('Groups would nest too deeply', '组合嵌套过深'),
  'drawing.depth': words('The content nests too deeply', '内容嵌套过深'),
  'drawing.duplicate': words('The same name or id occurs twice', '名称或标识重复'),
  'drawing.forbiddenKey': words('A name in it is not allowed', '其中包含不允许的名称'),
  'drawing.groupBox': words('The box of a group was not that around its members, and was mended', '组合的边框与其成员不符，已修正'),
  'drawing.instanceMember': words('Members of instances cannot be changed by themselves', '不能单独修改实例的成员'),
  'drawing.link': words('Only a group can be an instance of a symbol', '只有组合才能作为图元实例'),
  'drawing.parent': words('A group that is named is missing', '缺少所引用的组合'),
  'drawing.placeholder': words('A placeholder in braces does not fit: its parameter is missing or of another kind', '花括号中的参数不存在或类型不符'),
  'drawing.single': words('It holds more than one component of a kind of which a drawing can hold one', '其中同类组件多于一个，而一张图纸只能有一个'),
  'drawing.symbolCycle': words('A symbol cannot contain itself, nor nest too deeply', '图元不能包含自身，也不能嵌套过深'),
  'drawing.symbolParam': words('A parameter does not fit what it drives, or is still used', '参数与其驱动的属性不符，或仍在使用'),
  'drawing.symbolUnfit': words('Values of some instances no longer fit and were dropped', '部分实例的取值已不适用，已被移除'),
  'drawing.syntax': words('The text is not valid JSON', '文本不是有效的 JSON'),
  'drawing.tooLarge': words('The drawing is too large', '图纸过大'),
  'drawing.tooMany': words('There are too many components', '组件数量过多'),
  'drawing.unbindable': words('This property cannot be bound', '该属性不能绑定'),
  'drawing.unknownSymbol': words('A symbol that is used is missing', '缺少所使用的图元'),
  'drawing.unknownType': words('This kind of component is not installed', '未安装此类组件'),
  'drawing.unreadable': words('The drawing cannot be read', '图纸无法读取'),
  'drawing.leftOut': words('This program does not know it and leaves it out', '当前版本无法识别，已略去'),
  'drawing.newer': words('The drawing was made by a newer version', '图纸由更新的版本创建'),
  'drawing.version': words('The drawing names no version', '图纸缺少版本号'),
  'import.format': words('This is no drawing of a known format', '无法识别的图纸格式'),
  'import.unreadable': words('The file cannot be read', '文件无法读取'),
  'fuxa.view': words('There is no such view in the file', '文件中没有该画面'),
  'meta2d.pens': words('The file has no list of pens', '文件中没有组件列表（pens）'),
  'svg.root': words('The file is XML, but no SVG picture', '文件是 XML，但不是 SVG 图片'),
  'xml.declaration': words('The document type declares more than names for plain words and is refused for safety: save the picture as plain SVG', 'DOCTYPE 中含有普通文字实体以外的声明，出于安全拒绝导入：请另存为普通 SVG'),
  'xml.entity': words('An entity or character in it is not known', '包含未知的实体或字符'),
  'xml.character': words('A character in it is not allowed', '包含不允许的字符'),
  'xml.depth': words('Its elements nest too deeply', '元素嵌套过深'),
  'xml.duplicate': words('An attribute is given twice', '属性重复'),
  'xml.empty': words('There is nothing in the file', '文件为空'),
  'xml.mismatch': words('An element is closed by another name', '元素的结束标签不匹配'),
  'xml.roots': words('There is more than one root element', '存在多个根元素'),
  'xml.syntax': words('It is not written as XML must be', '不符合 XML 语法'),
  'xml.text': words('Text stands outside the root element', '根元素之外存在文本'),
  'xml.tooLarge': words('The file is too large', '文件过大'),
  'xml.tooLong': words('An attribute is too long', '属性内容过长'),
  'xml.tooMany': words('There are too many elements or attributes', '元素或属性过多'),
  'xml.unclosed': words('Something in it does not end', '存在未结束的标签'),
  'custom': words('It is not allowed as it stands', '内容不符合要求'),
  'invalid_union': words('A value has none of the forms allowed', '内容不符合任何一种允许的形式'),
  'too_big': words('It is too long or too large', '内容过长或过大'),
  'too_small': words('It is too short or too small', '内容过短或过小'),
  'invalid_type': words('A value is missing or of the wrong kind', '缺少内容或类型不符'),
  'invalid_format': words('A value is not written as it must be', '格式不正确'),
  'invalid_value': words('A value is not one of those allowed', '取值不在允许范围内'),
  'unrecognized_keys': words('There is something in it that does not belong there', '其中包含多余的内容'),
}

/** Warning that a drawing is almost full. */
export function formatSizeWarning(bytes: number, maxBytes: number): Words {
  const [full, all] = [bytes, maxBytes].map((each) => (each / 1024 / 1024).toFixed(1))
  return words(
    `The drawing takes ${full} of at most ${all} MB. Pictures take most: use smaller ones, or make two drawings of it`, `图纸已占用 ${full} MB，上限为 ${all} MB。图片占用最多：请缩小图片，或拆分为多张图纸`,
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
    if (types.get(type)?.isSingle) names.set(type, [...names.get(type) ?? [], name])
  }
  const surplus = [...names.values()].filter(({ length }) => length > 1).flat()
  return surplus.length === 0 ? null : withNames(words('More than one component of a kind of which a drawing can hold one. Delete the surplus', '图纸中同类组件多于一个，而只能有一个，请删除多余的组件'), surplus)
}

/** Message for a problem of a form or file; the caller displays its position. */
export function formatProblem({ code, message }: Problem): Words {
  const translated = rejectionMessages[code]
  const chinese = messageWords[message]
  if (chinese !== undefined) return { en: message, zh: chinese }
  if (!translated) return toText(message)
  const [, line, column] = placePattern.exec(message) ?? []
  return line === undefined ? translated : { en: `${translated.en} (line ${line}, column ${column})`, zh: `${translated.zh}（第 ${line} 行第 ${column} 列）` }
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
