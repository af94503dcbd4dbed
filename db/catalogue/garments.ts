const shownOn = 'Shown in size 10-12 on a 170 cm dress form.'
/**
 * For a garment whose hem is well above the floor: the photographed dress form has no feet and stands as low as the
 * hem.
 */
const shownLow = 'Shown in size 10-12 on a dress form without legs, so the hem looks lower than it is.'

/** The products of a new shop, in the order of the shop page. */
export const garments = [
  {
    slug: 'mary-dress',
    name: 'Mary Dress',
    pricePence: 8900,
    description: `The dress we began with, and the one we’d keep if we could keep only one. A narrow stand collar, a row of covered buttons to the waist, and a skirt gathered by hand into a slim belt, so that it swings when you walk and settles when you stop.

The crêpe is matt and dense, with enough weight to fall straight. It doesn’t cling, and it forgives a day in the car. Both side seams hide a pocket deep enough for a phone.`,
    kind: 'dress',
    colour: 'Forest green',
    fabric:
      'Crêpe: 96% polyester, 4% elastane. Bodice lining: 100% cotton. Belt and covered buttons of the same crêpe.',
    care: 'Machine wash at 30 °C, inside out, with the belt taken off. Hang to dry. Cool iron on the wrong side. Do not tumble dry.',
    modestyNotes: `Neckline: a 3.5 cm stand collar, closed at the throat.
Sleeves: to the wrist, gathered into a buttoned cuff that stays where it is when you reach up.
Opacity: opaque in full daylight. The bodice is lined; no slip is needed.`,
    features: ['opaque', 'pockets'],
    measures: {
      cut: 'gathered',
      from: 'nape',
      length: 143,
      hem: 260,
      sleeve: 60,
      sleeveWidest: 42,
      cuff: 21,
      collar: 3.5,
    },
    modelLine: shownOn,
  },
  {
    slug: 'ruth-skirt',
    name: 'Ruth Skirt',
    pricePence: 6200,
    description: `Three tiers of washed linen, each gathered into the one above, on a plain waistband that sits at the true waist. It is a skirt for fields and school runs: roomy enough to kneel in, and cool when the day isn’t.

We wash the linen before we cut it, so it’s soft from the first wearing and won’t shrink on you later. The creases are part of it.`,
    kind: 'skirt',
    colour: 'Oat',
    fabric: '100% linen, washed. Waistband interlining: 100% cotton.',
    care: 'Machine wash at 40 °C with like colours. Line dry. Iron damp, or leave it as it dries.',
    modestyNotes: `Waist: a flat 4.5 cm band with a short side zip and two hooks.
Opacity: opaque over a light slip; without one, the outline of your legs may show with strong sun behind you. Write to us and we’ll line it in cotton voile at no charge.
Movement: 3.4 m round at the hem, so it needs no slit.`,
    measures: { cut: 'tiered', from: 'waist', length: 99, hem: 340 },
    modelLine: shownOn,
  },
  {
    slug: 'esther-gown',
    name: 'Esther Gown',
    pricePence: 14800,
    description: `For weddings, for Eid and Easter, for the evening you’ve been asked to stand up and speak. A long gown that follows the body only as far as the hip and then lets go, under a capelet that falls from the collar to the elbow.

It is cut from satin-back crêpe with the matt side out, so the light catches in the folds and nowhere else. A waist stay inside takes the weight off your shoulders, so you can dance.`,
    kind: 'dress',
    colour: 'Aubergine',
    fabric: 'Satin-back crêpe: 100% polyester. Lining: 100% viscose. Waist stay: 100% cotton grosgrain.',
    care: 'Dry clean, or hand wash cool and hang at once. Steam from the lining side. Do not wring.',
    modestyNotes: `Neckline: a small 2.5 cm stand collar, fastened at the nape with three loops and buttons.
Sleeves: slim, to the wrist. The capelet covers the shoulders and the bust to the elbow, and is sewn in, so it can’t slip.
Shoes: hemmed for flat shoes. If you’ll wear heels, choose them beside your height and we’ll allow for them.
Opacity: fully lined from collar to hem; you need nothing underneath.`,
    features: ['opaque', 'lined'],
    measures: {
      cut: 'capelet',
      from: 'nape',
      length: 146,
      hem: 330,
      sleeve: 60,
      sleeveWidest: 31,
      cuff: 19,
      collar: 2.5,
    },
    modelLine: shownOn,
    productionDays: 15,
    preorderDays: 21,
    preorderReason: 'first',
  },
  {
    slug: 'naomi-abaya',
    name: 'Naomi Abaya',
    pricePence: 11800,
    description: `A straight, closed robe in fluid nidha, with wide sleeves and a front that hides its fastening under one long edge. Worn over anything, it makes one long line.

Nidha is a very fine, tight weave, which is why it moves like water and still lets nothing show through. We finish the neck and the cuffs with a broad band of the same cloth, embroidered with a running vine in pewter thread, and put a pocket in each side.`,
    kind: 'dress',
    colour: 'Ink',
    fabric: 'Nidha: 100% polyester. Embroidery: 100% viscose.',
    care: 'Machine wash at 30 °C in a bag, on a gentle cycle. Drip dry on a hanger. Cool iron if it needs one at all.',
    modestyNotes: `Neckline: round and close, 1.5 cm below the hollow of the throat.
Sleeves: to the wrist and 38 cm round at the hem; elastic loops inside keep them down when you lift your arms.
Opacity: opaque in full sun.
Shape: falls from the bust and skims the waist and hips.`,
    features: ['opaque', 'pockets'],
    measures: {
      cut: 'straight',
      from: 'nape',
      length: 145,
      hem: 250,
      sleeve: 60,
      sleeveWidest: 38,
      cuff: 38,
      neckDrop: 1.5,
    },
    modelLine: shownOn,
  },
  {
    slug: 'hannah-blouse',
    name: 'Hannah Blouse',
    pricePence: 5400,
    description: `A cotton voile blouse with ten pintucks, seven shell buttons and full bishop sleeves. A narrow tie closes the high neck; wear it in a bow, in a knot, or tucked away.

The voile is light enough for July and layers well under a pinafore in January. It is long enough to stay tucked in.`,
    kind: 'top',
    colour: 'Ivory',
    fabric: '100% cotton voile. Inner camisole, sewn in at the shoulder: 100% cotton lawn. Buttons: shell.',
    care: 'Machine wash at 40 °C with whites, in a bag to spare the tie. Warm iron while damp.',
    modestyNotes: `Neckline: a soft 4.5 cm stand collar, closed by the tie.
Sleeves: full, to the wrist, on a 5 cm cuff with two buttons.
Opacity: voile is naturally sheer, so a sewn-in lawn camisole covers from the collarbone to below the waist. The sleeves are lightly sheer to the shoulder; write to us and we’ll line them at no charge.`,
    measures: {
      cut: 'blouse',
      from: 'nape',
      length: 61,
      hem: 106,
      sleeve: 60,
      sleeveWidest: 56,
      cuff: 20,
      collar: 4.5,
    },
    modelLine: shownOn,
  },
  {
    slug: 'abigail-shirt-dress',
    name: 'Abigail Shirt Dress',
    pricePence: 9600,
    description: `A shirt above, a full A-line skirt below, and twelve buttons from one to the other. The collar is cut to look neat on its own or under a cardigan, and the belt has a covered buckle.

Cotton poplin keeps its press from the first meeting to the train home, and goes on to parents’ evening without a change.`,
    kind: 'dress',
    colour: 'Slate blue',
    fabric: '100% cotton poplin. Collar and cuff interlining: 100% cotton. Buttons: corozo.',
    care: 'Machine wash at 40 °C, buttoned. Hang to dry. Warm iron while slightly damp.',
    modestyNotes: `Neckline: a shirt collar that closes to the throat; the second button sits 6 cm lower.
Sleeves: to the wrist on a buttoned cuff; rolled up, they stay put.
Front: hidden press studs between the buttons over the bust and the lap, so nothing gapes when you sit.
Longer: write to us and we’ll make it up to 15 cm longer at no charge.
Opacity: opaque; in low sun, wear a slip under the skirt.`,
    measures: { cut: 'shirt', from: 'nape', length: 117, hem: 216, sleeve: 60, sleeveWidest: 36, cuff: 22, collar: 4 },
    modelLine: shownLow,
  },
  {
    slug: 'deborah-coat',
    name: 'Deborah Coat',
    pricePence: 17600,
    description: `A tailored coat with a plain notched collar, four buttons and two flap pockets, cut long enough to cover a dress and straight enough to wear every day from October to April.

The wool is heavy, soft on the outside, and warm without padding. The fronts are canvassed by hand, so the lapel keeps its soft roll for years.`,
    kind: 'coat',
    colour: 'Camel',
    fabric: 'Outer: 80% wool, 20% polyamide. Lining: 100% viscose. Canvas: 60% cotton, 40% wool. Buttons: corozo.',
    care: 'Dry clean once a season. Brush after wearing and hang on a broad hanger. Steam the wool; never iron it.',
    modestyNotes: `Closure: overlaps by 11 cm, with an inner button at the waist, and stays closed to the knee when you sit.
Sleeves: to the wrist bone, with room for a full sleeve beneath.
Shape: eased at the waist, never tight.`,
    features: ['lined', 'pockets'],
    measures: {
      cut: 'tailored',
      from: 'nape',
      length: 107,
      hem: 140,
      sleeve: 60,
      sleeveWidest: 38,
      cuff: 29,
      neckDrop: 24,
    },
    modelLine: shownLow,
    productionDays: 20,
    preorderDays: 12,
  },
  {
    slug: 'lydia-pleated-skirt',
    name: 'Lydia Pleated Skirt',
    pricePence: 6800,
    description: `Sixty-eight knife pleats, set in steam and narrow at the waist, opening as they fall. Standing still, it’s a column; take a step and it moves.

The Lydia of the Bible sold purple cloth; ours is plum. The satin crêpe has a low sheen that suits a plain jumper as well as a silk blouse. The pleats are permanent and come out of the wash as they went in.`,
    kind: 'skirt',
    colour: 'Plum',
    fabric: 'Satin crêpe: 100% polyester. Lining to the knee: 100% viscose. Waistband: elasticated at the back.',
    care: 'Machine wash at 30 °C, rolled lengthwise in a bag. Drip dry, hung by the waistband. Do not iron the pleats.',
    modestyNotes: `Waist: a flat band in front, elastic behind, so nothing has to be tight.
Opacity: opaque. Lined to the knee, with a double layer of pleats below.
Wind: the hem is turned twice, and its weight keeps it down.`,
    features: ['opaque', 'lined'],
    measures: { cut: 'pleated', from: 'waist', length: 99, hem: 380 },
    modelLine: shownOn,
  },
  {
    slug: 'miriam-tiered-dress',
    name: 'Miriam Tiered Dress',
    pricePence: 9200,
    description: `A loose dress that falls from a yoke and widens in three tiers, made for dancing, or for doing very little on a hot afternoon. Two ties close the round neck.

The viscose is scattered with small ivory sprigs; the neck, ties and cuffs are plain. It’s cool, drapes well and packs to the size of a book. There’s room for a bump, and buttons at the yoke for nursing.`,
    kind: 'dress',
    colour: 'Terracotta',
    fabric: '100% viscose, printed. Yoke lining: 100% cotton voile.',
    care: 'Machine wash at 30 °C on a gentle cycle. Dry flat or on the line, out of strong sun. Warm iron on the wrong side.',
    modestyNotes: `Neckline: round, 3 cm below the hollow of the throat, closed with ties; four hidden buttons below.
Sleeves: full, to the wrist, on a buttoned cuff.
Opacity: opaque in ordinary light, as the tiers are gathered in folds. Wear a slip in strong sun.
Shape: fits at the shoulders and is loose everywhere else.`,
    features: ['nursing'],
    measures: {
      cut: 'tiered',
      from: 'nape',
      length: 142,
      hem: 310,
      sleeve: 60,
      sleeveWidest: 50,
      cuff: 21,
      neckDrop: 3,
    },
    modelLine: shownOn,
  },
  {
    slug: 'sarah-wrap-dress',
    name: 'Sarah Wrap Dress',
    pricePence: 9400,
    description: `A wrap dress that stays wrapped. The V is filled with an inset of the same crêpe, sewn to both fronts, and a press stud holds the waist, so the sash is only for show.

The skirt is gathered all the way round and overlaps by more than half, so it stays closed however you sit. There’s room in the wrap for a changing figure.`,
    kind: 'dress',
    colour: 'Dusty rose',
    fabric: 'Crêpe: 96% polyester, 4% elastane. Inset lining: 100% cotton.',
    care: 'Machine wash at 30 °C, inside out, with the sash tied loosely. Hang to dry. Cool iron on the wrong side.',
    modestyNotes: `Neckline: a V in outline only; the inset reaches the base of the throat and can’t shift.
Sleeves: to the wrist, lightly gathered into a buttoned cuff.
Overlap: 62 cm at the waist and more at the hem, with a press stud and an inner tie.
Opacity: opaque in full daylight; no slip is needed.`,
    features: ['opaque'],
    measures: { cut: 'wrap', from: 'nape', length: 142, hem: 325, sleeve: 60, sleeveWidest: 38, cuff: 21 },
    modelLine: shownOn,
  },
  {
    slug: 'elizabeth-dress',
    name: 'Elizabeth Dress',
    pricePence: 12800,
    description: `Velvet, a high neck and long sleeves, and nothing else. It runs from shoulder to ankle without a waist seam: close on top, easy below.

It’s a deep blue that looks black by candlelight. The pile is short and the velvet has a little give, so it moves with you and doesn’t mark when you sit.`,
    kind: 'dress',
    colour: 'Midnight',
    fabric: 'Velvet: 92% polyester, 8% elastane. Lining: 100% viscose.',
    care: 'Hand wash cool or dry clean. Hang to dry, then steam from the inside. Never press velvet: hang it in a steamy room.',
    modestyNotes: `Neckline: a 5 cm stand collar with a concealed back zip.
Sleeves: close, to the wrist bone, with a short zip so they go on easily.
Opacity: fully lined and opaque.
Shape: follows the shoulders and skims the rest; for more room at the hip, go up a size.`,
    features: ['opaque', 'lined'],
    measures: { cut: 'close', from: 'nape', length: 142, hem: 270, sleeve: 61, sleeveWidest: 31, cuff: 22, collar: 5 },
    modelLine: shownOn,
  },
  {
    slug: 'priscilla-kaftan',
    name: 'Priscilla Kaftan',
    pricePence: 10400,
    description: `Deep sleeves cut in one with the body, a sash at the waist, and a hem to the floor. It’s generous everywhere, and the sash gives it as much shape as you like.

It’s the one to wear when people come round. The cloth is heavy for a viscose, cool to the touch, and drapes beautifully.`,
    kind: 'dress',
    colour: 'Sage',
    fabric: '100% viscose. Neck binding and sash of the same cloth.',
    care: 'Machine wash at 30 °C on a gentle cycle, sash apart. Line dry in shade. Warm iron on the wrong side.',
    modestyNotes: `Neckline: round and close, with a 12 cm slit closed by a hook; it opens for nursing.
Sleeves: to the wrist, 45 cm round, deep under the arm; nothing shows at the side when you raise your arms.
Opacity: opaque in ordinary light; wear a slip in strong sun.`,
    features: ['nursing'],
    measures: {
      cut: 'kaftan',
      from: 'nape',
      length: 145,
      hem: 310,
      sleeve: 60,
      sleeveWidest: 90,
      cuff: 45,
      neckDrop: 2,
    },
    modelLine: shownOn,
  },
  {
    slug: 'anna-linen-dress',
    name: 'Anna Linen Dress',
    pricePence: 8600,
    description: `A plain A-line in flax linen: a boat neck with a deep facing, a dart at each side of the bust, bell sleeves, and a skirt that begins at the shoulder. There’s nothing to fasten; it goes on over your head.

The linen is undyed and keeps its natural colour. It is a little stiff for the first week, and softens with every wash after that.`,
    kind: 'dress',
    colour: 'Flax',
    fabric: '100% linen, undyed and washed. Neck facing: 100% linen.',
    care: 'Machine wash at 40 °C. Line dry. Iron damp on the wrong side, or wear the creases.',
    modestyNotes: `Neckline: a shallow boat neck, level with the collarbone in front and behind, faced so that it stays flat when you lean.
Sleeves: to the wrist, widening to a 52 cm bell; tucks inside let you shorten them without sewing.
Opacity: opaque over a light slip, which we recommend in strong sun.`,
    measures: {
      cut: 'a-line',
      from: 'nape',
      length: 139,
      hem: 225,
      sleeve: 58,
      sleeveWidest: 52,
      cuff: 52,
      neckWidth: 27,
    },
    modelLine: shownOn,
  },
  {
    slug: 'rebekah-cape',
    name: 'Rebekah Cape',
    pricePence: 13200,
    description: `A long cape with a stand collar, four buttons and slits for the arms, for the weeks when a coat is too much and a shawl isn’t enough. It goes over the fullest sleeve without crushing it.

The wool is an undyed grey-brown, brushed on the outside. It weighs about as much as a good blanket, and makes a good one on a train.`,
    kind: 'coat',
    colour: 'Stone',
    fabric: 'Outer: 100% wool, undyed. Facing: 100% wool. Lining of the yoke: 100% viscose. Buttons: horn.',
    care: 'Air and brush after wearing. Dry clean only when needed. Store folded, not hung.',
    modestyNotes: `Collar: a soft 4.5 cm stand that closes at the throat with a hook under the first button.
Front: overlaps by 8 cm and is buttoned to the hip.
Arms: 26 cm welted slits, cut low, so that the cape stays closed over the body when your hands are out.`,
    measures: { cut: 'cape', from: 'nape', length: 103, hem: 205, collar: 4.5 },
    modelLine: shownLow,
    sizes: ['8-10', '12-14', '16-18'],
  },
] as const
