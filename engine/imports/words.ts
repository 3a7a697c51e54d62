import type { Words } from '../schema/index.ts'

const words = (en: string, zh: string): Words => ({ en, zh })

/** Explanation for each finding code, in both languages. */
export const findingWords = {
  'type.unknown': words('No matching component; a frame marks its position', '没有对应的组件，已用边框标出其位置'),
  'drawing.warning': words('Not exactly as in the file', '与文件中的内容不完全一致'),
  'group.box': words('Group boxes that did not match their members were corrected', '组合的边框与其成员不符，已修正'),
  'symbol.unfit': words(
    'Parameters and overrides that do not match the symbol were dropped',
    '实例中与图元不符的参数和修改已省略',
  ),
  'symbol.unknown': words(
    'The symbol is not in the file: its instances are empty or plain groups',
    '文件中没有该图元：其实例不含成员，或保留为普通组合',
  ),
  'type.single': words(
    'A drawing can contain only one component of this type. All were kept: delete the others.',
    '一张图纸只能有一个此类组件：已全部保留，请删除多余的组件',
  ),
  'type.missing': words('The component type is not installed', '所需的组件类型未安装'),
  'shape.outline': words('Only the outline was imported, without the fill', '只保留了轮廓，填充已省略'),
  'shape.simplified': words('Simplified: more points than a component can have', '点数超过组件上限，已简化'),
  'shape.hole': words('Holes in filled shapes are not imported', '填充图形中的孔洞未保留'),
  'shape.picture': words('Not possible as a component: imported as a picture', '组件无法原样表达，已转为独立图片'),
  'shape.skew': words('Skewed: only rotation and size were imported', '存在斜切变形，只保留了旋转和尺寸'),
  'shape.empty': words('No size, or unreadable values', '没有尺寸或数据无法读取'),
  'shape.outOfRange': words('Outside the range of a drawing', '超出图纸可容纳的范围'),
  'shape.corners': words('Different corner radii were replaced by one radius', '各角不同的圆角已统一为一个半径'),
  'limit.components': words('Component limit reached; the rest was left out', '组件数量已达上限，其余部分已省略'),
  'limit.elements': words(
    'Repeated references exceed the limit; the rest was left out',
    '重复引用展开后超出上限，其余部分已省略',
  ),
  'limit.nesting': words('Groups were nested too deeply and were merged', '组合嵌套过深，已合并'),
  'reference.missing': words('Refers to an object that is not in the file', '引用的内容不在文件中'),
  'reference.circle': words('Refers to itself', '引用了自身'),
  'prop.unfit': words('The value is not valid for the property', '该值不适用于组件属性'),
  'prop.clamped': words('The value was limited to the range of the property', '该值已调整到属性允许的范围'),
  'picture.unfit': words(
    'The picture is too large to embed. Use its URL instead.',
    '图片过大，无法嵌入图纸，请改用图片地址',
  ),
  'color.unknown': words('Unknown colour', '颜色无法识别'),
  'paint.gradient': words('The gradient was reduced to fewer colours', '渐变已简化为较少的颜色或单一颜色'),
  'paint.pattern': words('Pattern fills are not imported', '图案填充未保留'),
  'paint.effect': words('Clips, masks and filters are not imported', '其裁剪、遮罩或滤镜未保留'),
  'paint.blend': words(
    'Blend modes are not imported; the colours of the object are kept',
    '不与下方内容混合，仅保留自身颜色',
  ),
  'paint.dash': words('The dash pattern was replaced by plain dashes or dots', '虚线样式已改为普通虚线或点线'),
  'text.path': words('Text along a path is not imported', '沿路径排列的文字未保留'),
  'text.format': words(
    'Several formats, tables or lists in one text: only the words were imported',
    '文字中含有多种格式、表格或列表，只保留了文字内容',
  ),
  'text.fallback': words(
    'Formatted text was replaced by the plain text in the file',
    '带格式的文字已改用文件中的纯文本',
  ),
  'text.cut': words(
    'The file contains only a shortened plain text for this label. Complete it.',
    '文件只为该标签提供了被截断的纯文本，请补全文字',
  ),
  'text.long': words(
    'Too many pieces of text in one label; the rest was left out',
    '标签内文字片段过多，其余部分已省略',
  ),
  'text.icon': words('Icon font symbols are not imported', '图标字体中的图标未保留'),
  'css.rule': words('Only simple CSS selectors are supported', '样式表中只读取简单选择器'),
  'css.property': words('No equivalent for this style property', '图纸中没有对应的样式属性'),
  'shape.origin': words('Rotated or scaled about a different origin than in the file', '旋转或缩放的中心与原文件不同'),
  'arrow.flowing': words('Imported as a flowing pipe, without arrowheads', '已改为流动的管道，不带箭头'),
  'line.free': words('Its ends are no longer attached', '端点不再吸附在原来连接的图形上'),
  'arrow.middle': words('Markers at bends are not imported', '折点处的标记未保留'),
  'arrow.shape': words('The arrowhead was replaced by a plain one', '箭头样式已改为普通箭头'),
  'arrow.count': words(
    'Markers at further bends were left out: too many in one line',
    '一条线的折点标记过多，其余已省略',
  ),
  'url.refused': words('URL not allowed in a drawing', '图纸中不允许使用该地址'),
  'safe.script': words('Scripts are not imported', '脚本一律不导入'),
  'safe.markup': words('Foreign markup inside the picture is not imported', '图中嵌入的外来标记一律不导入'),
  'tag.refused': words('No tag selected for this name', '没有为该名称指定点位'),
  'binding.prop': words('The component has no property for this value', '组件没有可接收该值的属性'),
  'binding.twice': words(
    'A property can have only one binding; the first was kept',
    '一个属性只能绑定一个点位，已保留第一个',
  ),
  'binding.condition': words('The condition cannot be expressed as a binding', '该条件无法表示为绑定'),
  'binding.bitmask': words('Bit masks are not supported', '不支持按位取值'),
  'animation.kind': words('Unsupported animation', '没有这种动画'),
  'animation.second': words(
    'A component can have only one animation; the first was kept',
    '同一时间只有一个动画有效，已保留第一个',
  ),
  'animation.started': words(
    'The animation was started by an event or a value; here it always runs',
    '原动画由事件或数值启动，现改为一直播放',
  ),
  'action.kind': words('Unsupported click action', '没有这种点击动作'),
  'action.second': words(
    'A component can have only one click action; the first was kept',
    '一个组件只有一个点击动作，已保留第一个',
  ),
  'action.event': words('Only click events are supported', '图纸中只有单击有效'),
  'action.condition': words('Conditional actions are not imported', '带条件的动作不导入'),
  'action.drawing': words(
    'Opens a drawing of the other product: select the drawing again',
    '所打开的是原产品中的画面，请重新选择要打开的图纸',
  ),
  'action.value': words('Only numbers can be written to a tag', '只能向点位写入数值'),
  'control.reduced': words('The control is shown but cannot be operated', '该控件仅作显示，未保留其操作方式'),
  'view.other': words('The file has more views. Import them one by one.', '文件中还有其他画面，请逐个导入'),
  'view.empty': words('The view has no picture in the file and was left out', '文件中该画面没有图形内容，未导入'),
  'source.connection': words(
    'Data connections are configured in Mimic, not in drawings',
    '数据连接在产品中配置，不在图纸中',
  ),
} as const satisfies Record<string, Words>
