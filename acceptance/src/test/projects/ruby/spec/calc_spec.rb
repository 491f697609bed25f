RSpec.describe 'add' do
  it 'adds' do
    expect(add(1, 2)).to eq(3)
  end

  it 'adds negative numbers' do
    expect(add(-1, -2)).to eq(-3)
  end

  it 'adds wrongly' do
    expect(add(1, 2)).to eq(4)
  end

  xit 'is skipped' do
    expect(false).to be(true)
  end
end
