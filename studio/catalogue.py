"""Writes db/catalogue/pictures/pictures.json: what each picture of a garment shows, in one plain sentence, and what a new shop need
not work out while somebody waits for its first page: a picture of 16 pixels of each, with the hash of what it was made of.
What the scenes show is said where the pages name them, in shop.config.ts."""
import base64
import hashlib
import io
import json
import os

from PIL import Image

from studio import BESIDE_STOOL

folder = os.path.join(os.path.dirname(os.path.abspath(__file__)), '..', 'db', 'catalogue', 'pictures')

GARMENTS = {
    'mary-dress': 'Deep forest green crêpe dress with a stand collar, cuffed long sleeves, narrow belt and gathered ankle-length skirt',
    'ruth-skirt': 'Pale oat linen maxi skirt with a waistband and three gathered tiers',
    'esther-gown': 'Aubergine satin-back crêpe evening gown with a stand collar, a capelet to the elbow, slim long sleeves and a floor-length skirt',
    'naomi-abaya': 'Near-black navy nidha abaya, straight and floor-length, with wide sleeves, a concealed front and a vine embroidered at neck and cuffs',
    'hannah-blouse': 'Ivory cotton voile blouse with full bishop sleeves, a pintucked front and a high neck with a tie',
    'abigail-shirt-dress': 'Slate blue poplin shirt dress with a collar, buttoned front, waist belt and mid-calf A-line skirt',
    'deborah-coat': 'Long straight camel wool coat with a notched collar, four buttons and flap pockets, falling below the knee',
    'lydia-pleated-skirt': 'Plum-purple satin crêpe skirt with fine knife pleats from the waistband to the ankle',
    'miriam-tiered-dress': 'Terracotta viscose dress printed with small ivory sprigs, with a tied round neck, long gathered sleeves and a loose tiered skirt',
    'sarah-wrap-dress': 'Dusty rose crêpe wrap dress with a filled V neckline, tie belt and flowing long skirt',
    'elizabeth-dress': 'Midnight blue velvet dress with a high neck, long sleeves and an A-line skirt to the ankle',
    'priscilla-kaftan': 'Sage green floor-length kaftan with wide batwing sleeves and a tied waist',
    'anna-linen-dress': 'Flax linen A-line dress with a boat neck and bell sleeves, falling to the ankle',
    'rebekah-cape': 'Long grey-brown wool cape with a soft stand collar, four buttons and welted arm slits',
}

CLOSE_UPS = {
    'mary-dress': 'the stand collar and looped buttons of the forest green crêpe dress',
    'ruth-skirt': 'the waistband and gathers of the pale oat linen skirt',
    'esther-gown': 'the stand collar and capelet of the aubergine evening gown',
    'naomi-abaya': 'the embroidered neckline of the navy abaya',
    'hannah-blouse': 'the tied neck, pintucks and buttons of the ivory voile blouse',
    'abigail-shirt-dress': 'the collar and buttons of the slate blue shirt dress',
    'deborah-coat': 'the collar, lapels and buttons of the camel wool coat',
    'lydia-pleated-skirt': 'the waistband and pleats of the plum-purple skirt',
    'miriam-tiered-dress': 'the tied neckline and sprig print of the terracotta dress',
    'sarah-wrap-dress': 'the wrapped bodice and tie belt of the dusty rose dress',
    'elizabeth-dress': 'the high collar and zip at the back of the midnight blue velvet dress',
    'priscilla-kaftan': 'the neckline and tied waist of the sage green kaftan',
    'anna-linen-dress': 'the boat neck and linen weave of the flax dress',
    'rebekah-cape': 'the stand collar and buttons of the grey-brown wool cape',
}

VIEWS = {'front': 'front view', 'three-quarter': 'three-quarter view', 'back': 'back view', 'detail': 'close-up'}


def alt(slug, view):
    if view == 'detail':
        return f'Close-up of {CLOSE_UPS[slug]}.'
    stool = ', beside a wooden stool 45 cm high' if view == 'three-quarter' and slug in BESIDE_STOOL else ''
    return f'{GARMENTS[slug]}, {VIEWS[view]}{stool}.'


def blur_of(image):
    tiny = io.BytesIO()
    image.convert('RGB').resize((16, round(16 * image.height / image.width)), Image.LANCZOS).save(tiny, 'WEBP', quality=88, method=6)
    return 'data:image/webp;base64,' + base64.b64encode(tiny.getvalue()).decode()


if __name__ == '__main__':
    rows = []
    for slug, view in [(n, v) for n in GARMENTS for v in VIEWS]:
        name = slug + (f'-{view}' if view != 'front' else '')
        path = os.path.join(folder, name + '.jpg')
        if not os.path.exists(path):
            continue
        image = Image.open(path)
        w, h = image.size
        with open(path, 'rb') as f:
            digest = hashlib.sha256(f.read()).hexdigest()[:8]
        rows.append({'slug': slug, 'file': name + '.jpg', 'width': w, 'height': h, 'alt': alt(slug, view),
                     'hash': digest, 'blur': blur_of(image)})
    with open(os.path.join(folder, 'pictures.json'), 'w') as f:
        f.write('[\n' + ',\n'.join('  ' + json.dumps(r, ensure_ascii=False) for r in rows) + '\n]\n')
    print(len(rows), 'pictures')
